// From the words of a bug report to the first red scenario, as README leads: a search, the recipe that it names,
// and a run. The page of recipes has the same scripts.

import TestSupport
import Testing

@testable import RehearsalReference

@Suite("Recipes lead from a report to a red scenario")
struct RecipeTests {
  /// Reports in the words of people who know none of ours.
  private static let reports = [
    ("draft", "draft lost"), ("draft", "draft gone"), ("logout", "logged out in the morning"),
    ("upload", "upload stops"), ("timer", "timer runs twice as fast"),
    ("link", "link does nothing"),
    ("widget", "widget button"),
  ]

  @Test("Three commands show each of them", arguments: reports)
  func journey(_ name: String, _ words: String) throws {
    let folder = TestFolder()
    let help = try Command(["help"] + words.split(separator: " ").map(String.init), in: folder)
    let command = "explain recipe \(name)"
    #expect(help.output.contains("rehearse " + command), "\(help.output)")
    let recipe = try Command(command.split(separator: " ").map(String.init), in: folder)
    try folder.file("\(name).rehearsal", holding: recipe.output)
    let test = try Command("test", "\(name).rehearsal", in: folder)
    #expect(test.exitCode == 1 && test.output.contains("1 failed"), "\(test.output)")
  }

  @Test func theListNamesEveryRecipe() throws {
    let list = try Command("explain", "recipes", in: TestFolder()).output
    for recipe in Recipe.all {
      #expect(list.contains("rehearse explain recipe \(recipe.name)"))
    }
  }

  @Test("The page has the same scripts and says the same")
  func page() throws {
    let path = GuideTests.catalog + "/Recipes.md"
    let scripts = try MarkdownBlock.all(in: path).filter { $0.language == "rehearsal" }.map(\.text)
    #expect(scripts == Recipe.all.map(\.script))
    let text = try Repository.text(of: path)
    for recipe in Recipe.all {
      #expect(text.contains("## \(recipe.title)\n"))
      #expect(text.contains(recipe.explanation), "\(recipe.explanation)")
    }
  }
}

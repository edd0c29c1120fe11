/* Rehearsal for other languages: sessions by number, everything else as text.
 *
 * Texts are UTF-8 and end with a zero byte. Results are JSON: {"value": …} where it went well,
 * {"error": {"message": …}} where it did not, which for a script that is wrong or fails holds its
 * diagnostics or its fault, too. No call ends the process, whatever it is given: a session that
 * there is not, that was destroyed or that is in use, NULL, bytes that are no UTF-8, and a script
 * without an end are errors. Only pointers have to lead to what they promise, until the call returns.
 *
 * Ownership: what a function returns as `char *` belongs to the caller, who gives it back with
 * `rehearsal_free`. Texts that are passed in are copied and stay the caller's. A session belongs to
 * the caller until `rehearsal_destroy`.
 *
 * Threads: every function may be called on every thread. One call of a session is under way at a
 * time; another one, on another thread or in a host function, is an error and changes nothing.
 * Different sessions are independent.
 *
 * Values: nil is null; Bool, String and List are JSON's own; Int is a number without a point and an
 * exponent, Double one with either. A Map whose keys are strings is an object, in its order; an
 * entry whose value is null is none, as in the language. An object with just one of these keys
 * stands for what JSON has no form for:
 *
 *   {"duration": 1500000000}           a Duration in nanoseconds
 *   {"symbol": "home"}                 a Symbol without its dot
 *   {"double": "inf"}                  an infinite Double, or "-inf", or "nan"
 *   {"range": [1, 3]}                  1..<3
 *   {"closedRange": [1, 3]}            1...3
 *   {"map": [[1, "a"], [2, "b"]]}      a Map with other keys, or with one of these keys alone
 *   {"thing": "function"}              what only the script can use; it cannot be passed back
 *   {"error": "why"}                   a failure, as the result of a host function
 *
 * What is passed out of a script may be nested 200 deep and hold 1,048,576 values and 64 MB of text;
 * more is an error, and so is a number that 64 bits do not hold. Nothing is cut.
 */
#ifndef REHEARSAL_H
#define REHEARSAL_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A session; 0 is none. A number is not given again when its session is gone. */
typedef uint64_t rehearsal_session;

/* A host function: gets its arguments as a JSON list, which is the library's and gone when it
 * returns, and returns a JSON value, or {"error": "why"} to fail the script. What it returns was made
 * with `rehearsal_copy`, and belongs to the library from then on; NULL stands for nil. It is called
 * on the thread that runs the session, and has to return. */
typedef char *(*rehearsal_function)(const char *arguments, void *context);

/* A session without a script; 0 where there are a million already. */
rehearsal_session rehearsal_create(void);

/* Frees a session; its host functions are not called afterwards. False where there is no such
 * session, or a call of it is under way: nothing is freed then. */
bool rehearsal_destroy(rehearsal_session session);

/* Gives scripts that are loaded later a function; `parameters` are names, separated by commas, or
 * NULL for none. The context is passed on untouched and stays the caller's. */
char *rehearsal_define(rehearsal_session session, const char *name, const char *parameters,
                       rehearsal_function function, void *context);

/* Gives scripts that are loaded later the apps and functions in Swift that a file declares, which tests in
 * Swift write with `expectDeclarations(of:in:)`. They can be checked, and fail where they run them. */
char *rehearsal_declare_host(rehearsal_session session, const char *path);

/* Sets a limit of scripts that are loaded later, as in "instructions=1000000" or "heap=64MB": the
 * names are those of the command's `--limit`. */
char *rehearsal_limit(rehearsal_session session, const char *setting);

/* Checks a script and makes it the session's, in place of another. The error of a script that cannot
 * be run holds its "diagnostics"; the value holds its "cases", which are numbered from 0: each with
 * its "title", the "place" of its scenario ("file", "line" and "column", counted from 1), its "tags",
 * its "parameters" (name to text), and why it is left out ("skip") or has to fail ("fails"), where it
 * says so; and "isTest", whether there is something to run: cases, or statements that do something. */
char *rehearsal_load(rehearsal_session session, const char *name, const char *source);

/* The same with a file, whose imports come from its folder and those below, or from the folder
 * `root`, unless that is NULL, and those below it. */
char *rehearsal_load_file(rehearsal_session session, const char *path, const char *root);

/* Runs the script from its beginning to its end. The value holds "passed"; "failures", each with its
 * "place" and its "text" for people; "warnings"; "scenarios": each case that was met with its
 * "title", "status" (passed, failed, skipped or notRun), "parameters", the "duration" in nanoseconds
 * of virtual time, and the "reason" why it is skipped or has to fail, where it has one; the lines
 * that the script printed as "output"; and as "timeline" what happened, in lines, at most the last
 * ones, as many as the limit `records`. */
char *rehearsal_run(rehearsal_session session);

/* Runs the statements of the script and then one case, by its number; the value is that of
 * `rehearsal_run`. */
char *rehearsal_run_case(rehearsal_session session, int64_t number);

/* Calls a function of the script, with a JSON list of arguments or NULL for none, on the device as
 * the last run left it. */
char *rehearsal_call(rehearsal_session session, const char *function, const char *arguments);

/* Lets virtual time pass, in nanoseconds; the value is the device's time. */
char *rehearsal_advance(rehearsal_session session, int64_t nanoseconds);

/* What happened on the session's device: {"apps": […], "records": […]}, at most the last records, as
 * many as the limit `records`; the "index" of each counts all of them. */
char *rehearsal_trace(rehearsal_session session);

/* Plans the cases of a suite, to be played one by one, in any process and on any machine. `arguments`
 * is a JSON list: "test" or "storm", options of that subcommand such as "--os=12,17", and files and
 * folders. The value holds a "header", and as "cases" objects with a "number" from 1, "file", "line",
 * "title", "tags", and "skip" and "fails" where a scenario says so: of `test` all systems of a
 * scenario together, since they are compared, with "titles"; of `storm` each by itself. "leftOut"
 * names what below a folder was left out, with the "reason". */
char *rehearsal_plan(rehearsal_session session, const char *arguments);

/* Plays one of the "cases" of a plan, with the "header" beside it, both as JSON. The scripts have to be
 * where they were, unchanged, and the session has to have the functions and limits of the one that
 * planned. The value is a text, the results as `rehearse merge` reads them: JSON Lines, of which those
 * with the "event" "caseEnded" tell how a case came out. */
char *rehearsal_play(rehearsal_session session, const char *header, const char *planned);

/* Puts the results of all cases together: a JSON list of objects with "results", as they were played,
 * and the "name" by which errors call them, in any order. What is missing or of another plan is an
 * error. The value holds the "report" in a format, such as "text", "json", "junit" or "html", byte for
 * byte that of one process that played them all; how many cases "passed", "failed" and were
 * "skipped"; and the "exitCode" of the command. */
char *rehearsal_merge(rehearsal_session session, const char *results, const char *format);

/* Stops what a call of the session runs now, from any thread: that call returns soon, and its report says
 * that the script was interrupted (E0807). False if there is no session by this handle, or nothing of
 * it runs that can be stopped. */
bool rehearsal_cancel(rehearsal_session session);

/* The version of the library, such as "1.2.3". */
char *rehearsal_version(void);

/* A copy of a text that the library owns, for results of host functions; NULL of NULL. */
char *rehearsal_copy(const char *text);

/* Gives a text back. NULL is allowed; what is none of the library's texts, or was given back already,
 * is left alone. */
void rehearsal_free(char *text);

#ifdef __cplusplus
}
#endif

#endif

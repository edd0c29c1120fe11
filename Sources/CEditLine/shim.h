// libedit's door for Swift: what the importer cannot bring across, and nothing else.
//
// Swift cannot call variadic functions, so each argument shape of `el_set` and `history` that
// `LineEditing` uses has a wrapper here. `stdin`, `stdout` and `stderr` are mutable variables to
// Swift and so not safe under concurrency; `editline_open` takes them on this side. `struct
// sigaction` names its handler differently on each platform. Everything is inline: this target
// compiles no object file and links libedit only.

#ifndef REHEARSAL_CEDITLINE_H
#define REHEARSAL_CEDITLINE_H

#include <histedit.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

// An editor on the standard streams, or NULL.
static inline EditLine *editline_open(const char *program_name) {
  return el_init(program_name, stdin, stdout, stderr);
}

// Selects the key bindings, "emacs" or "vi". libedit's own default is vi.
static inline int editline_set_editor(EditLine *editor, const char *name) {
  return el_set(editor, EL_EDITOR, name);
}

// Gives the callbacks below their state.
static inline int editline_set_client_data(EditLine *editor, void *data) {
  return el_set(editor, EL_CLIENTDATA, data);
}

static inline void *editline_client_data(EditLine *editor) {
  void *data = NULL;
  return el_get(editor, EL_CLIENTDATA, &data) == 0 ? data : NULL;
}

// The callback's text must stay alive until its next call and must not be NULL. What stands between
// two bytes of value 1 in it takes no room: colours.
static inline int editline_set_prompt(EditLine *editor, char *(*prompt)(EditLine *)) {
  return el_set(editor, EL_PROMPT_ESC, prompt, '\1');
}

// Which key bindings are in use; ~/.editrc and the user may change them.
static inline int editline_uses_vi(EditLine *editor) {
  const char *name = NULL;
  return el_get(editor, EL_EDITOR, &name) == 0 && name != NULL && strcmp(name, "vi") == 0;
}

// Draws prompt and line again, as if nothing of them stood on the screen.
static inline int editline_refresh(EditLine *editor) { return el_set(editor, EL_REFRESH); }

// The callback reads one character: 1 with a character, 0 at the end of input, -1 on failure.
static inline int editline_set_reader(EditLine *editor, int (*reader)(EditLine *, wchar_t *)) {
  return el_set(editor, EL_GETCFN, reader);
}

// Puts the terminal into editing mode, so that nothing typed is echoed before the prompt stands.
static inline int editline_prepare_terminal(EditLine *editor) {
  return el_set(editor, EL_PREP_TERM, 1);
}

// Puts the terminal back into the mode in which it was found.
static inline int editline_leave_terminal(EditLine *editor) {
  return el_set(editor, EL_PREP_TERM, 0);
}

// Names a function of ours for `editline_bind`. It answers with one of the CC_ codes.
static inline int editline_add_function(
    EditLine *editor, const char *name, const char *help,
    unsigned char (*function)(EditLine *, int)) {
  return el_set(editor, EL_ADDFN, name, help, function);
}

static inline int editline_bind(EditLine *editor, const char *key, const char *name) {
  return el_set(editor, EL_BIND, key, name, NULL);
}

// The same in the map of vi's commands.
static inline int editline_bind_command(EditLine *editor, const char *key, const char *name) {
  return el_set(editor, EL_BIND, "-a", key, name, NULL);
}

// Moves the cursor past the last character of the line being edited.
static inline void editline_move_to_end(EditLine *editor) {
  const LineInfoW *line = el_wline(editor);
  el_cursor(editor, (int)(line->lastchar - line->cursor));
}

// Puts the cursor back into the line: vi commands of libedit can leave it in front.
static inline void editline_repair_cursor(EditLine *editor) {
  LineInfoW *line = (LineInfoW *)(void *)el_wline(editor);
  if (line->cursor < line->buffer) line->cursor = line->buffer;
  if (line->cursor > line->lastchar) line->cursor = line->lastchar;
}

// How many characters the line has.
static inline int editline_length(EditLine *editor) {
  const LineInfoW *line = el_wline(editor);
  return (int)(line->lastchar - line->buffer);
}

// Makes the line end earlier or, where it was made to, later; its characters stay where they are.
static inline void editline_set_length(EditLine *editor, int length) {
  LineInfoW *line = (LineInfoW *)(void *)el_wline(editor);
  line->lastchar = line->buffer + length;
}

// How many characters stand before the cursor.
static inline int editline_cursor(EditLine *editor) {
  const LineInfoW *line = el_wline(editor);
  return (int)(line->cursor - line->buffer);
}

// How many columns a character takes; 0 for what is not printed.
static inline int editline_width(wchar_t character) {
  extern int wcwidth(wchar_t);
  int width = wcwidth(character);
  return width > 0 ? width : 0;
}

static inline int editline_use_history(EditLine *editor, History *list) {
  return el_set(editor, EL_HIST, history, list);
}

// libedit keeps nothing until a size is set.
static inline int editline_history_set_size(History *list, int entries) {
  HistEvent event;
  return history(list, &event, H_SETSIZE, entries);
}

// Skips an entry equal to the one before it.
static inline int editline_history_set_unique(History *list) {
  HistEvent event;
  return history(list, &event, H_SETUNIQUE, 1);
}

static inline int editline_history_clear(History *list) {
  HistEvent event;
  return history(list, &event, H_CLEAR);
}

static inline int editline_history_enter(History *list, const char *text) {
  HistEvent event;
  return history(list, &event, H_ENTER, text);
}

// Installs a handler for a signal and stores the one it replaces. Reads in progress are restarted;
// poll(2) is not, whatever the flags.
static inline int editline_catch(int signal, void (*handler)(int), struct sigaction *previous) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  action.sa_handler = handler;
  return sigaction(signal, &action, previous);
}

static inline int editline_restore(int signal, const struct sigaction *previous) {
  return sigaction(signal, previous, NULL);
}

#endif

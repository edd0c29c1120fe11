/* Rehearsal for other languages: sessions by pointer, everything else as text.
 *
 * Texts are UTF-8 and end with a zero byte. Results are JSON: {"value": …} where it went well,
 * {"error": …} where it did not; nothing here ends the process, and a script without an end is
 * stopped by its limits.
 *
 * Ownership: what a function returns as `char *` belongs to the caller, who gives it back with
 * `rehearsal_free`. Texts that are passed in are copied and stay the caller's. A session belongs to
 * the caller until `rehearsal_destroy`. One session is used by one thread at a time; different
 * sessions are independent.
 *
 * Values: nil is null; Int, Double, Bool, String, List and Map (with texts as keys) are JSON's own;
 * a Duration is {"duration": nanoseconds} and a symbol {"symbol": "name"}.
 */
#ifndef REHEARSAL_H
#define REHEARSAL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rehearsal_session rehearsal_session;

/* A host function: gets its arguments as a JSON list and returns a JSON value, or
 * {"error": "why"} to fail the script. What it returns was made with `rehearsal_copy`, and belongs
 * to the library from then on; NULL stands for nil. It must not use its own session. */
typedef char *(*rehearsal_function)(const char *arguments, void *context);

/* A session without a script. */
rehearsal_session *rehearsal_create(void);

/* Frees a session; its callbacks are not called afterwards. NULL is allowed. */
void rehearsal_destroy(rehearsal_session *session);

/* Gives scripts that are loaded later a function; `parameters` are names, separated by commas. The
 * context is passed on untouched and stays the caller's. */
char *rehearsal_define(rehearsal_session *session, const char *name, const char *parameters,
                       rehearsal_function function, void *context);

/* Sets a limit of scripts that are loaded later, as in "instructions=1000000" or "heap=64MB": the
 * names are those of the command's `--limit`. */
char *rehearsal_limit(rehearsal_session *session, const char *setting);

/* Checks a script and makes it the session's, in place of another. The error of a script that cannot
 * be run holds its diagnostics; the value is the list of scenario titles. */
char *rehearsal_load(rehearsal_session *session, const char *name, const char *source);

/* Runs the script to its end; the value holds "passed", a list of "failures", and a list of
 * "scenarios": each case with its "title", "status" (passed, failed, skipped or notRun), "parameters"
 * (name to text), and the "reason" why it is skipped or has to fail, where it has one. */
char *rehearsal_run(rehearsal_session *session);

/* Calls a function of the script, with a JSON list of arguments, while nothing of it is under way. */
char *rehearsal_call(rehearsal_session *session, const char *function, const char *arguments);

/* Lets virtual time pass, in nanoseconds; the value is the device's time. */
char *rehearsal_advance(rehearsal_session *session, int64_t nanoseconds);

/* What happened on the session's device: {"apps": […], "records": […]}. */
char *rehearsal_trace(rehearsal_session *session);

/* A copy of a text that the library owns, for results of callbacks. */
char *rehearsal_copy(const char *text);

/* Gives a text back. NULL is allowed. */
void rehearsal_free(char *text);

#ifdef __cplusplus
}
#endif

#endif

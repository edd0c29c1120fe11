/* A hostile user of the C interface: calls in a random order, from several threads, with handles that
 * were freed, are in use or were made up. Every call has to answer; the process has to reach its end.
 *
 *     cc hostile.c $(pkg-config --cflags --libs rehearsal) -o hostile && ./hostile SEED
 */
#include <pthread.h>
#include <rehearsal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { threads = 8, rounds = 4000, shared = 6 };

/* Handles that all threads use at once, in a race that is theirs to win or to be refused. */
static _Atomic rehearsal_session sessions[shared];
static _Atomic long answered, refused;

static const char *const scripts[] = {
    "print(ask([1, 2.5, \"x\"]))\nfunc same(v) { return v }",
    "app A { on didEnterBackground { ask(1) } }\nscenario \"s\" { launch A\npress .home\nexpect 1 + 1 == 2 }",
    "while true { }", "func f(n) { 1 + f(n + 1) }\nf(0)", "let x =", "\xff\xfe", "", "crash",
    "var t = \"x\"\nwhile true { t += t }", "scenario \"a\" { expect false }\nscenario \"b\" { }",
};
static const char *const texts[] = {
    "", "[]", "[1", "[2.0]", "{\"duration\": 1}", "same", "ask", "\xc3", "instructions=20000",
    "heap=256KB", "heap=", "a,b", ",,", "[[[[[[[[[[[[[[]]]]]]]]]]]]]]", NULL,
};
static const char *const suites[] = {
    "[\"test\", \"/nowhere\"]", "[\"storm\", \"--os=1\"]", "[\"test\", \"--filter=(\"]", "[1]", "{}",
    "{\"event\": \"results\"}", "{\"number\": 1, \"play\": [[0, 0, [0]]]}", "json", "text",
    "[{\"name\": \"a\", \"results\": \"{}\\n{}\\n\"}]",
};

static unsigned draw(unsigned *state, unsigned below) {
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % below;
}

static void take(char *answer) {
    if (answer == NULL) return;
    if (strncmp(answer, "{\"value\":", 9) == 0) answered++;
    else if (strncmp(answer, "{\"error\":", 9) == 0) refused++;
    else { fprintf(stderr, "no answer: %s\n", answer); exit(1); }
    rehearsal_free(answer);
    rehearsal_free(answer);
}

/* Uses sessions from inside one, and answers with anything. */
static char *ask(const char *arguments, void *context) {
    static _Thread_local unsigned state = 7;
    (void)context;
    rehearsal_session session = sessions[draw(&state, shared)];
    switch (draw(&state, 6)) {
    case 0: take(rehearsal_run(session)); break;
    case 1: rehearsal_destroy(session); break;
    case 2: return (char *)arguments;
    case 3: return rehearsal_copy("{\"error\": \"no\"}");
    case 4: return rehearsal_copy("{");
    }
    return rehearsal_copy(arguments);
}

static rehearsal_session pick(unsigned *state) {
    switch (draw(state, 8)) {
    case 0: return draw(state, 100);
    case 1: return (uint64_t)draw(state, 1u << 24) << 32 | draw(state, 100);
    default: return sessions[draw(state, shared)];
    }
}

static void *torment(void *argument) {
    unsigned state = (unsigned)(uintptr_t)argument;
    for (int round = 0; round < rounds; round++) {
        rehearsal_session session = pick(&state);
        const char *text = texts[draw(&state, sizeof texts / sizeof *texts)];
        const char *suite = suites[draw(&state, sizeof suites / sizeof *suites)];
        switch (draw(&state, 16)) {
        case 0: {
            unsigned place = draw(&state, shared);
            rehearsal_destroy(sessions[place]);
            sessions[place] = rehearsal_create();
            take(rehearsal_limit(sessions[place], "instructions=20000"));
            take(rehearsal_limit(sessions[place], "heap=256KB"));
            take(rehearsal_define(sessions[place], "ask", "value", ask, NULL));
            break;
        }
        case 1: rehearsal_destroy(session); break;
        case 2: take(rehearsal_define(session, text, text, draw(&state, 2) ? ask : NULL, NULL)); break;
        case 3:
            take(rehearsal_limit(session, text));
            take(rehearsal_declare_host(session, text));
            break;
        case 4: take(rehearsal_call(session, text, texts[draw(&state, 14)])); break;
        case 5: take(rehearsal_advance(session, (int64_t)draw(&state, 4) << 62)); break;
        case 6: take(rehearsal_trace(session)); break;
        case 7: take(rehearsal_run_case(session, (int64_t)draw(&state, 5) - 2)); break;
        case 8: take(rehearsal_load_file(session, text, text)); break;
        case 9: take(rehearsal_run(session)); break;
        case 10: take(rehearsal_plan(session, suite)); break;
        case 11: take(rehearsal_play(session, suite, suites[draw(&state, 10)])); break;
        case 12: take(rehearsal_merge(session, suite, suites[draw(&state, 10)])); break;
        default:
            take(rehearsal_load(session, text, scripts[draw(&state, sizeof scripts / sizeof *scripts)]));
        }
    }
    return NULL;
}

int main(int count, char **arguments) {
    unsigned seed = count > 1 ? (unsigned)strtoul(arguments[1], NULL, 10) : 1;
    pthread_t running[threads];
    for (int number = 0; number < threads; number++) {
        pthread_create(&running[number], NULL, torment, (void *)(uintptr_t)(seed * threads + number));
    }
    for (int number = 0; number < threads; number++) pthread_join(running[number], NULL);
    printf("%ld calls answered, %ld refused\n", (long)answered, (long)refused);
    return answered > 1000 && refused > 1000 ? 0 : 1;
}

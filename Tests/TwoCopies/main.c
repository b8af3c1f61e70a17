// Loads two dynamic libraries, each with a copy of Wiring, and resolves from both on several threads. With the argument `keys`, the
// second finds no thread-specific key.
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef bool (*resolve_t)(intptr_t number);

static resolve_t resolve[2];

static void *run(void *begin) {
    for (intptr_t number = 0; number < 2000; number++) {
        if (!resolve[(number + (intptr_t)begin) % 2](number)) return "wrong";
    }
    return NULL;
}

int main(int count, char **words) {
    int mode = RTLD_NOW | (count > 1 && strcmp(words[1], "global") == 0 ? RTLD_GLOBAL : RTLD_LOCAL);
    void *first = dlopen("libFirst.so", mode);
    bool takes_keys = count > 1 && strcmp(words[1], "keys") == 0;
    pthread_key_t key;
    while (takes_keys && pthread_key_create(&key, NULL) == 0) {}
    void *second = dlopen("libSecond.so", mode);
    if (first == NULL || second == NULL) {
        fprintf(stderr, "error: %s\n", dlerror());
        return 1;
    }
    resolve[0] = (resolve_t)dlsym(first, "first_resolve");
    resolve[1] = (resolve_t)dlsym(second, "second_resolve");
    // Many threads exit, one group after the other.
    for (int round = 0; round < 20; round++) {
        pthread_t threads[4];
        for (intptr_t index = 0; index < 4; index++) {
            if (pthread_create(&threads[index], NULL, run, (void *)index) != 0) return 1;
        }
        for (int index = 0; index < 4; index++) {
            void *result = NULL;
            pthread_join(threads[index], &result);
            if (result != NULL) return 1;
        }
    }
    return 0;
}

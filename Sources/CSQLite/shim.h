#pragma once
#include <sqlite3.h>

// Bound bytes are copied by SQLite: the marker for that is a cast macro, which Swift does not import.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int count) {
    return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}

static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return count == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                      : sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// With `keep` the last connection to close leaves the write-ahead log as it is. The call is variadic in C.
static inline int csqlite_keep_log_on_close(sqlite3 *database, int keep) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep, (int *)0);
}

static inline void csqlite_result_text(sqlite3_context *context, const char *text) {
    sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

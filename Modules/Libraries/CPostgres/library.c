#include "CPostgres.h"
#include <CLibrary.h>

// Forwards the functions of libpq that are used, under their own names; the compiler checks each against its header.
#define LIBRARY(of) \
  of(PQconninfoOption *, PQconninfoParse, (const char *text, char **complaint), (text, complaint)) \
  of(void, PQconninfoFree, (PQconninfoOption *options), (options)) \
  of(PGconn *, PQconnectdbParams, (const char *const *keys, const char *const *values, int expands), (keys, values, expands)) \
  of(void, PQfinish, (PGconn *link), (link)) \
  of(ConnStatusType, PQstatus, (const PGconn *link), (link)) \
  of(char *, PQerrorMessage, (const PGconn *link), (link)) \
  of(int, PQserverVersion, (const PGconn *link), (link)) \
  of(int, PQsocket, (const PGconn *link), (link)) \
  of(PGTransactionStatusType, PQtransactionStatus, (const PGconn *link), (link)) \
  of(PQnoticeProcessor, PQsetNoticeProcessor, (PGconn *link, PQnoticeProcessor hear, void *context), (link, hear, context)) \
  of(int, PQsetnonblocking, (PGconn *link, int value), (link, value)) \
  of(int, PQenterPipelineMode, (PGconn *link), (link)) \
  of(int, PQexitPipelineMode, (PGconn *link), (link)) \
  of(int, PQpipelineSync, (PGconn *link), (link)) \
  of(int, PQsendQuery, (PGconn *link, const char *sql), (link, sql)) \
  of(int, PQsendQueryParams, (PGconn *link, const char *sql, int count, const Oid *types, const char *const *values, \
     const int *lengths, const int *formats, int format), (link, sql, count, types, values, lengths, formats, format)) \
  of(int, PQsendPrepare, (PGconn *link, const char *name, const char *sql, int count, const Oid *types), \
     (link, name, sql, count, types)) \
  of(int, PQsendQueryPrepared, (PGconn *link, const char *name, int count, const char *const *values, \
     const int *lengths, const int *formats, int format), (link, name, count, values, lengths, formats, format)) \
  of(int, PQflush, (PGconn *link), (link)) \
  of(int, PQconsumeInput, (PGconn *link), (link)) \
  of(int, PQisBusy, (PGconn *link), (link)) \
  of(PGresult *, PQgetResult, (PGconn *link), (link)) \
  of(PGnotify *, PQnotifies, (PGconn *link), (link)) \
  of(void, PQfreemem, (void *memory), (memory)) \
  of(void, PQclear, (PGresult *result), (result)) \
  of(ExecStatusType, PQresultStatus, (const PGresult *result), (result)) \
  of(char *, PQresultErrorField, (const PGresult *result, int field), (result, field)) \
  of(char *, PQcmdStatus, (PGresult *result), (result)) \
  of(char *, PQcmdTuples, (PGresult *result), (result)) \
  of(int, PQntuples, (const PGresult *result), (result)) \
  of(int, PQnfields, (const PGresult *result), (result)) \
  of(Oid, PQftype, (const PGresult *result, int column), (result, column)) \
  of(int, PQgetisnull, (const PGresult *result, int row, int column), (result, row, column)) \
  of(int, PQgetlength, (const PGresult *result, int row, int column), (result, row, column)) \
  of(char *, PQgetvalue, (const PGresult *result, int row, int column), (result, row, column))

LIBRARY(LIBRARY_FORWARD)
static const library_function functions[] = {LIBRARY(LIBRARY_ENTRY){0}};
static library postgres = {"libpq.so.5", functions, 0};

bool postgres_is_available(void) { return library_is_open(&postgres); }

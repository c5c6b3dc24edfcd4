/*
 * The JNI side of Native.java: hands over the functions of troupe.h, and events to a listener.
 */
#include <jni.h>
#include <pthread.h>
#include <stdlib.h>
#include <troupe.h>

/* An open window and the listener that takes its events. Java holds its address until `close`. */
typedef struct {
  jobject listener;
  troupe_window window;
} held;

static JavaVM *machine;
static jmethodID on_event;
static pthread_key_t attached;

/* Called when a thread ends that was attached. */
static void detach(void *value) {
  (void)value;
  (*machine)->DetachCurrentThread(machine);
}

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *reserved) {
  (void)reserved;
  machine = vm;
  JNIEnv *env;
  if ((*vm)->GetEnv(vm, (void **)&env, JNI_VERSION_1_6) != JNI_OK) return JNI_ERR;
  jclass listener = (*env)->FindClass(env, "org/troupe/Listener");
  if (listener == NULL) return JNI_ERR;
  on_event = (*env)->GetMethodID(env, listener, "onEvent", "(I[BJJJ)V");
  if (on_event == NULL || pthread_key_create(&attached, detach) != 0) return JNI_ERR;
  return JNI_VERSION_1_6;
}

/* Comes on a thread of the library, which is attached once and stays so until it ends. */
static void take(void *context, const troupe_event *event) {
  held *it = context;
  JNIEnv *env;
  if ((*machine)->GetEnv(machine, (void **)&env, JNI_VERSION_1_6) != JNI_OK) {
    JavaVMAttachArgs arguments = {JNI_VERSION_1_6, "troupe", NULL};
    if ((*machine)->AttachCurrentThreadAsDaemon(machine, (void *)&env, &arguments) != JNI_OK) return;
    pthread_setspecific(attached, it);
  }
  jbyteArray bytes = (*env)->NewByteArray(env, (jsize)event->length);
  if (bytes != NULL) {
    (*env)->SetByteArrayRegion(env, bytes, 0, (jsize)event->length, (const jbyte *)event->bytes);
    (*env)->CallVoidMethod(
        env, it->listener, on_event, (jint)event->kind, bytes, (jlong)event->file, (jlong)event->offset, (jlong)event->total);
    (*env)->DeleteLocalRef(env, bytes);
  }
  /* What a listener throws ends with the event. */
  if ((*env)->ExceptionCheck(env)) (*env)->ExceptionClear(env);
}

/* Returns the window, or throws IllegalStateException with the problem. Bytes instead of strings: JNI's UTF-8 is not UTF-8. */
JNIEXPORT jlong JNICALL Java_org_troupe_Native_open(JNIEnv *env, jclass class, jbyteArray options, jobject listener) {
  (void)class;
  held *it = calloc(1, sizeof *it);
  jbyte *text = (*env)->GetByteArrayElements(env, options, NULL);
  if (it == NULL || text == NULL) {
    free(it);
    return 0;
  }
  it->listener = (*env)->NewGlobalRef(env, listener);
  char *problem = NULL;
  int32_t status = troupe_open((const char *)text, (size_t)(*env)->GetArrayLength(env, options), take, it, &it->window, &problem);
  (*env)->ReleaseByteArrayElements(env, options, text, JNI_ABORT);
  if (status == TROUPE_OK) return (jlong)(intptr_t)it;
  jclass exception = (*env)->FindClass(env, "java/lang/IllegalStateException");
  if (exception != NULL) (*env)->ThrowNew(env, exception, problem == NULL ? "The window was not opened." : problem);
  troupe_free(problem);
  (*env)->DeleteGlobalRef(env, it->listener);
  free(it);
  return 0;
}

JNIEXPORT jint JNICALL Java_org_troupe_Native_send(JNIEnv *env, jclass class, jlong window, jbyteArray message) {
  (void)class;
  held *it = (held *)(intptr_t)window;
  jbyte *text = (*env)->GetByteArrayElements(env, message, NULL);
  if (text == NULL) return TROUPE_INVALID;
  int32_t status = troupe_send(it->window, (const char *)text, (size_t)(*env)->GetArrayLength(env, message));
  (*env)->ReleaseByteArrayElements(env, message, text, JNI_ABORT);
  return status;
}

JNIEXPORT jint JNICALL Java_org_troupe_Native_readFile(JNIEnv *env, jclass class, jlong window, jlong file) {
  (void)env, (void)class;
  return troupe_read_file(((held *)(intptr_t)window)->window, file);
}

/* The address is invalid afterwards, unless the call came from a callback. */
JNIEXPORT jint JNICALL Java_org_troupe_Native_close(JNIEnv *env, jclass class, jlong window) {
  (void)class;
  held *it = (held *)(intptr_t)window;
  int32_t status = troupe_close(it->window);
  if (status == TROUPE_IN_CALLBACK) return status;
  (*env)->DeleteGlobalRef(env, it->listener);
  free(it);
  return status;
}

package org.troupe;

/** The functions of troupe.h, as troupe_jni.c hands them over. A window is an address that is valid until it is closed. */
final class Native {
    static final int OK = 0;
    static final int BUSY = 5;
    static final int IN_CALLBACK = 6;

    static {
        System.loadLibrary("troupe_jni");
    }

    private Native() {}

    /** Throws IllegalStateException with the problem, as JSON. */
    static native long open(byte[] options, Listener listener);

    static native int send(long window, byte[] message);

    static native int readFile(long window, long file);

    static native int close(long window);
}

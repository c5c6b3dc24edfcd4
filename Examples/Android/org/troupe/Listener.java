package org.troupe;

/** Takes the events of a window, on a thread of the library. An activity posts them to its main looper. */
public interface Listener {
    int MESSAGE = 1;
    int FILE = 2;
    int FILE_FAILED = 3;
    int LOG = 4;
    int ENDED = 5;

    void onEvent(int kind, byte[] bytes, long file, long offset, long total);
}

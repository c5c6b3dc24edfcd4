// A window of Troupe for an app in Kotlin. Not compiled in this repository, which has no Kotlin and no Android SDK; Native.java and
// troupe_jni.c below it are, with a JDK.
package org.troupe

import java.util.concurrent.locks.ReentrantReadWriteLock
import kotlin.concurrent.read
import kotlin.concurrent.write

/**
 * One open window. Opening and closing block, so neither belongs on the main thread.
 *
 * @throws IllegalStateException with the problem, as JSON, if the window cannot be opened.
 */
class Window(options: String, listener: Listener) : AutoCloseable {
    private val lock = ReentrantReadWriteLock()
    private var address = Native.open(options.encodeToByteArray(), listener)

    /** Sends one JSON-RPC message. Returns false if the window is busy, for another try after the next answer. */
    fun send(message: String): Boolean = lock.read {
        check(address != 0L) { "The window is closed." }
        when (val status = Native.send(address, message.encodeToByteArray())) {
            Native.OK -> true
            Native.BUSY -> false
            else -> error("The message was not taken: $status.")
        }
    }

    /** Has a file that was offered handed out as events of the kind FILE. */
    fun readFile(file: Long): Boolean = lock.read { address != 0L && Native.readFile(address, file) == Native.OK }

    /** Closes the window. Returns when the last event has been taken; must not be called by a listener. */
    override fun close() {
        val closing = lock.write { address.also { address = 0L } }
        if (closing != 0L) check(Native.close(closing) != Native.IN_CALLBACK) { "A listener must not close its window." }
    }
}

package org.troupe;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Tries the JNI side, and prints a line for each thing that holds. */
public final class Attempt {
    static int deep(int n) { return deep(n + 1) + 1; }

    public static void main(String[] words) throws Exception {
        try {
            Native.open("{}".getBytes(), (a, b, c, d, e) -> {});
            System.out.println("opened without a product");
        } catch (IllegalStateException refused) {
            System.out.println(refused.getMessage().contains("bad-options"));
        }
        BlockingQueue<String> answers = new ArrayBlockingQueue<>(100);
        long main = Thread.currentThread().getId();
        Listener listener = (kind, bytes, file, offset, total) -> {
            String text = new String(bytes, StandardCharsets.UTF_8);
            if (kind == Listener.MESSAGE && !text.contains("\"method\":")) answers.add(text + (Thread.currentThread().getId() != main));
            throw new RuntimeException("ignored");
        };
        long window = Native.open(("{\"product\":\"yhealth\",\"data\":\"" + words[0] + "\"}").getBytes(), listener);
        for (String route : new String[] {"/settings", "/insights"}) {
            String request = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"open\",\"params\":{\"route\":\"" + route + "\"}}";
            System.out.println(Native.send(window, request.getBytes()));
            String answer = answers.take();
            System.out.println(answer.contains("\"route\":\"" + route + "\"") + " " + answer.endsWith("true"));
        }
        // The Java machine notices the end of a stack by SIGSEGV.
        try {
            deep(0);
        } catch (StackOverflowError expected) {
            System.out.println("stack");
        }
        System.out.println(Native.close(window));
    }
}

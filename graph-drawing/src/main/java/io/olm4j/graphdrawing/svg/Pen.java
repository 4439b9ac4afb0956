package io.olm4j.graphdrawing.svg;

/** Writes the data of an SVG path out of right-angled lines, whose corners it rounds. */
final class Pen {
    private static final int RADIUS = 6;

    private final StringBuilder data = new StringBuilder();
    private int x;
    private int y;
    private int cornerX;
    private int cornerY;
    private boolean pending;

    Pen moveTo(int newX, int newY) {
        finish();
        write('M', newX, newY);
        x = newX;
        y = newY;
        return this;
    }

    Pen horizontalTo(int newX) {
        return lineTo(newX, pending ? cornerY : y);
    }

    Pen verticalTo(int newY) {
        return lineTo(pending ? cornerX : x, newY);
    }

    /** The path so far. */
    String data() {
        finish();
        return data.toString();
    }

    private Pen lineTo(int newX, int newY) {
        if (pending) {
            corner(newX, newY);
        }
        cornerX = newX;
        cornerY = newY;
        pending = true;
        return this;
    }

    private void finish() {
        if (pending) {
            write('L', cornerX, cornerY);
            x = cornerX;
            y = cornerY;
            pending = false;
        }
    }

    private void corner(int nextX, int nextY) {
        int inLength = Math.abs(cornerX - x) + Math.abs(cornerY - y);
        int outLength = Math.abs(nextX - cornerX) + Math.abs(nextY - cornerY);
        int radius = Math.min(RADIUS, Math.min(inLength, outLength / 2));
        write('L', cornerX - radius * Integer.signum(cornerX - x), cornerY - radius * Integer.signum(cornerY - y));
        x = cornerX + radius * Integer.signum(nextX - cornerX);
        y = cornerY + radius * Integer.signum(nextY - cornerY);
        write('Q', cornerX, cornerY);
        data.append(' ').append(x).append(' ').append(y);
    }

    private void write(char command, int atX, int atY) {
        data.append(command).append(atX).append(' ').append(atY);
    }
}

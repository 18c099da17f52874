/** Apart from the topics, so that a page loads only the topics it shows. */
export const socketPath = '/veart/socket.io';
export const connectTimeout = 10_000;
export const reconnectEvery = 1_000;

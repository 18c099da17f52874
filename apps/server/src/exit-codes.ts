/** Exit codes of the server process. */
export const exitCodes = {
  /** It was asked to stop. */
  stopped: 0,
  /** The start was refused for a lasting reason: a setting, a port, a data folder. It was logged. */
  refused: 1,
  /** Something unexpected happened. */
  failed: 70,
} as const;

/** How the supervisor tells the server the number of restarts. */
export const restartsArgument = '--restarts=';

/** Messages from the server to its supervisor. */
export type ServerMessage = 'ready';

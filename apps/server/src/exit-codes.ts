/** Exit codes of the server process. */
export const exitCodes = {
  /** It was asked to. */
  stopped: 0,
  /** The start was refused for a reason that stays: a setting, a port, a data folder. It has said which. */
  refused: 1,
  /** Something happened that should not. */
  failed: 70,
} as const;

/** How the supervisor tells the server how often it was started again. */
export const restartsArgument = '--restarts=';

/** What the server tells its supervisor. */
export type ServerMessage = 'ready';

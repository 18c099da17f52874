/**
 * Named points on the path of a body, a file or a message at which a test can end the process, or make it wait. Production passes none, and
 * nothing is called.
 */
export type Point =
  | 'inbox.before-insert'
  | 'inbox.after-commit'
  | 'door.before-answer'
  | 'pump.before-marks'
  | 'pump.after-marks'
  | 'pump.after-facts'
  | 'pump.before-final-commit'
  | 'pump.after-final-commit'
  | 'command.after-part'
  | 'command.before-final-commit'
  | 'rollup.before-recompute'
  | 'rollup.after-recompute'
  | 'occupancy.before-write'
  | 'occupancy.after-write'
  | 'pickup.after-move'
  | 'pickup.after-receive'
  | 'import.after-chunk'
  | 'import.before-finish'
  | 'undo.after-part'
  | AlarmPoint;

/** On the path of what an alarm tells. */
export type AlarmPoint =
  | 'alarms.after-fold'
  | 'notices.before-commit'
  | 'notices.after-commit'
  | 'outbox.after-claim'
  | 'outbox.after-send'
  | 'outbox.after-mark';

export type Reach = (point: Point) => void | Promise<void>;

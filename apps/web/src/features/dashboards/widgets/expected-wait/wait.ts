import type { LastReading } from '../values.ts';

/** How long someone who joins a queue now will wait. */
export interface Wait {
  /** Whole minutes, rounded up: nobody should wait longer than they were told. Null if nothing is known. */
  readonly minutes: number | null;
  readonly people: number | null;
}

export function waitOf(reading: Pick<LastReading, 'figures'> | undefined): Wait {
  const { expectedwaittime: seconds = null, waitlinelength: people = null } = reading?.figures ?? {};
  return {
    minutes: seconds === null ? null : Math.ceil(seconds / 60),
    people: people === null ? null : Math.max(0, Math.round(people)),
  };
}

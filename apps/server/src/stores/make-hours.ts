import { FactsDamaged } from '@atrium/facts/errors';
import type { FactsMaintenance } from '@atrium/facts/maintenance';
import type { Log } from '../log.ts';
import type { Registry } from '../registry/registry.ts';
import { alone } from './alone.ts';

export interface HourMaking {
  /** Makes the hours of the months that have none, one by one. A failure is logged and leaves the rest for the next time. */
  make(): Promise<void>;
  /** Months that could not be read are tried again. */
  retry(): void;
}

/** Hours that are new to a store, damaged or lost are made from quarters; until then quarters are read. */
export function createHourMaking(options: {
  readonly registry: Registry;
  readonly care: FactsMaintenance;
  readonly log: Log;
  readonly isStopped: () => boolean;
  /** Lets the days of a month with unreadable quarters be read from minutes. */
  readonly readFromMinutes: (month: string) => Promise<void>;
}): HourMaking {
  const { registry, care, log, isStopped, readFromMinutes } = options;
  const unreadable = new Set<string>();

  const makeMonth = async (month: string) => {
    try {
      await alone(registry, () => care.remakeHours(month));
    } catch (error) {
      if (!(error instanceof FactsDamaged)) throw error;
      unreadable.add(month);
      log.warn({ err: error, month }, 'Hours of a month cannot be made because files are damaged');
      await readFromMinutes(month);
    }
  };

  return {
    async make() {
      try {
        for (const month of await care.monthsWithoutHours()) {
          if (isStopped()) return;
          if (!unreadable.has(month)) await makeMonth(month);
        }
      } catch (error) {
        log.warn({ err: error }, 'Hours could not be made; trying again in a minute');
      }
    },
    retry: () => unreadable.clear(),
  };
}

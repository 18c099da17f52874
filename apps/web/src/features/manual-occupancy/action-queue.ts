import type { CounterAction } from '@atrium/contract/manual-occupancy';

/** Something that was pressed and is not acknowledged yet. */
export interface WaitingAction {
  readonly action: CounterAction;
  readonly actionId: string;
  /** When it was pressed. */
  readonly at: string;
  readonly value?: number;
}

/** `later`: the server does not take it now. `not sent`: there is no connection, whose return the owner announces. */
export type Sent = 'done' | 'refused' | 'later' | 'not sent';

/** Milliseconds between two attempts. */
export const retryEvery = 2_000;
/** Milliseconds until the screen says that something waits for its answer. */
const slowAfter = 2_000;

interface Options {
  /** Where waiting actions are kept: they outlive a reload, and all tabs of a device share them. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly key: string;
  readonly send: (action: WaitingAction) => Promise<Sent>;
  readonly refused: (action: WaitingAction) => void;
}

/**
 * Sends what was pressed in order and one at a time, and keeps it while the server cannot be reached or does not take it.
 * Two tabs may send the same action: the server counts it once, by its id.
 */
export class ActionQueue {
  readonly #options: Options;
  readonly #listeners = new Set<() => void>();
  /** Those of the storage, then those that it did not take, because it is full or switched off. */
  #waiting: readonly WaitingAction[];
  #unstored: readonly WaitingAction[] = [];
  /** A storage that takes nothing still has them. */
  readonly #done = new Set<string>();
  #sending = false;
  #isHeldUp = false;
  #nextAttempt: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#waiting = kept(options);
  }

  get waiting(): readonly WaitingAction[] {
    return this.#waiting;
  }

  /** What waits takes longer than a press usually does. */
  get isHeldUp(): boolean {
    return this.#isHeldUp;
  }

  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  add(action: WaitingAction): void {
    const all = [...this.#known(), action];
    if (this.#store(all)) this.#unstored = [];
    else this.#unstored = [...this.#unstored, action];
    this.#show(all);
    void this.flush();
  }

  /** Another tab has changed what is kept. It may be closed before it has sent it, so this one tries after a while. */
  refresh(): void {
    this.#take();
    if (this.#waiting.length > 0 && !this.#sending) this.#flushLater();
  }

  #take(): void {
    const all = this.#known();
    if (idsOf(all) !== idsOf(this.#waiting)) this.#show(all);
  }

  /** Sends what waits; call it when the connection is back. */
  async flush(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    clearTimeout(this.#nextAttempt);
    try {
      this.#take();
      for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
        const sent = await this.#attempt(next);
        if (sent === 'later') return this.#tryLater();
        if (sent === 'not sent') return;
        this.#remove(next);
        if (sent === 'refused') this.#options.refused(next);
      }
      this.#holdUp(false);
    } finally {
      this.#sending = false;
    }
  }

  async #attempt(next: WaitingAction): Promise<Sent> {
    const slow = setTimeout(() => this.#holdUp(true), slowAfter);
    try {
      return await this.#options.send(next);
    } finally {
      clearTimeout(slow);
    }
  }

  #tryLater(): void {
    this.#holdUp(true);
    this.#flushLater();
  }

  #flushLater(): void {
    clearTimeout(this.#nextAttempt);
    this.#nextAttempt = setTimeout(() => void this.flush(), retryEvery);
  }

  #holdUp(isHeldUp: boolean): void {
    if (this.#isHeldUp === isHeldUp) return;
    this.#isHeldUp = isHeldUp;
    this.#changed();
  }

  #known(): readonly WaitingAction[] {
    const stored = kept(this.#options);
    const ids = new Set(stored.map(({ actionId }) => actionId));
    return [...stored, ...this.#unstored.filter(({ actionId }) => !ids.has(actionId))].filter(
      ({ actionId }) => !this.#done.has(actionId),
    );
  }

  #remove({ actionId }: WaitingAction): void {
    this.#done.add(actionId);
    this.#unstored = this.#unstored.filter((each) => each.actionId !== actionId);
    const all = this.#known();
    if (this.#store(all)) this.#unstored = [];
    this.#show(all);
  }

  #store(waiting: readonly WaitingAction[]): boolean {
    const { storage, key } = this.#options;
    try {
      if (waiting.length > 0) storage.setItem(key, JSON.stringify(waiting));
      else storage.removeItem(key);
      return true;
    } catch {
      return false;
    }
  }

  #show(waiting: readonly WaitingAction[]): void {
    this.#waiting = waiting;
    this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** What a screen shows while actions wait: the number of the server and what was pressed since. */
export function expectedOccupancy(known: number | null, waiting: readonly WaitingAction[]): number | null {
  return waiting.reduce<number | null>((people, { action, value = 0 }) => {
    if (action === 'reset') return value;
    if (people === null || action === 'stop' || action === 'restart') return people;
    return action === 'increment' ? people + 1 : Math.max(Math.min(people, 0), people - 1);
  }, known);
}

function idsOf(actions: readonly WaitingAction[]): string {
  return actions.map(({ actionId }) => actionId).join();
}

function kept({ storage, key }: Options): readonly WaitingAction[] {
  try {
    const found: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(found) ? (found as WaitingAction[]) : [];
  } catch {
    return [];
  }
}

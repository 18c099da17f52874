import type { DashboardDocument, Widget } from '@atrium/rules/dashboard';
import { applyOperations, type Operation, type PlacedWidget } from '@atrium/rules/dashboard-edits';
import { DashboardStore } from './dashboard-store.ts';
import { type KeptEdits, keptEdits } from './kept-edits.ts';
import type { SavedDashboard } from './saved-dashboard.ts';
import { type After, type Batch, type KnownEdit, Refused, type Sent, type Transport } from './transport.ts';

export const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const widget = (n: number, text = ''): Widget => ({
  widgetId: id(n),
  widgetType: 'value',
  gridOptions: { x: 0, y: n * 3, width: 4, height: 3 },
  dataOptions: { text },
  clientOptions: {},
});

export const configure = (n: number, text: string): Operation => ({
  kind: 'configure',
  widgetId: id(n),
  dataOptions: { text },
  clientOptions: {},
});
export const move = (n: number, y: number, pushed: readonly PlacedWidget[] = []): Operation => ({
  kind: 'place',
  widgetId: id(n),
  place: { x: 0, y, width: 4, height: 3 },
  pushed,
});
export const add = (n: number): Operation => ({ kind: 'add', widget: widget(n) });
export const remove = (n: number): Operation => ({ kind: 'remove', widgetId: id(n) });
export const rename = (name: string): Operation => ({ kind: 'rename', name, description: null });

export const start: DashboardDocument = { name: 'Stores', description: null, widgets: [widget(1), widget(2)] };

/** `lost-reply`: the batch arrives, its reply does not. `silent`: there is never an answer. */
export type Network = 'up' | 'down' | 'lost-reply' | 'silent';

/** Does what the server of dashboards promises, in memory. */
export class FakeServer {
  document = start;
  version = 1;
  edits: KnownEdit[] = [];
  /** Edits up to this version are no longer kept. */
  forgottenUpTo = 0;
  refusal: string | undefined;
  /** More cards are refused. */
  maxCards = Infinity;
  /** Compares versions before it looks for a batch that it knows. */
  comparesFirst = false;

  apply({ batchId, operations }: Batch, seenVersion: number, userName: string): Sent {
    if (this.refusal !== undefined) throw new Refused(this.refusal);
    const isKnown = this.edits.some((edit) => edit.batchId === batchId);
    if (isKnown && this.comparesFirst) return { state: 'stale' };
    if (!isKnown) {
      if (seenVersion !== this.version) return { state: 'stale' };
      const document = applyOperations(this.document, operations);
      if (document.widgets.length > this.maxCards) throw new Refused('Too many cards');
      this.document = document;
      this.version += 1;
      this.edits.push({ batchId, operations, version: this.version, userName });
    }
    return { state: 'saved', saved: this.saved };
  }

  get saved(): SavedDashboard {
    return { document: this.document, version: this.version };
  }

  transport(userName: string, network: () => Network): Transport {
    const pass = async () => {
      await Promise.resolve();
      if (network() === 'silent') await new Promise<never>(() => undefined);
      if (network() === 'down') throw new TypeError('Failed to fetch');
    };
    return {
      send: async (batch, seenVersion) => {
        await pass();
        // As the wire has it.
        const sent = this.apply(JSON.parse(JSON.stringify(batch)) as Batch, seenVersion, userName);
        if (network() === 'lost-reply') throw new TypeError('Failed to fetch');
        return sent;
      },
      load: async () => {
        await pass();
        return this.saved;
      },
      editsAfter: async (version) => {
        await pass();
        const edits = this.edits.filter((edit) => edit.version > Math.max(version, this.forgottenUpTo));
        return { isComplete: version >= this.forgottenUpTo, edits };
      },
    };
  }
}

/** Timers that run when the test says so. */
export class FakeClock {
  #now = 0;
  #timers: { at: number; run: () => void }[] = [];

  readonly after: After = (ms, run) => {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  };

  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (let next = this.#next(end); next; next = this.#next(end)) {
      const due = next;
      this.#timers = this.#timers.filter((each) => each !== due);
      this.#now = due.at;
      due.run();
      await settle();
    }
    this.#now = end;
    await settle();
  }

  #next(end: number) {
    return this.#timers.filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at)[0];
  }
}

/** Until every promise of the fakes has been answered. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

export class FakeStorage {
  readonly #values = new Map<string, string>();
  getItem = (key: string) => this.#values.get(key) ?? null;
  setItem = (key: string, value: string) => void this.#values.set(key, value);
  removeItem = (key: string) => void this.#values.delete(key);
  key = (index: number) => [...this.#values.keys()][index] ?? null;
  get length() {
    return this.#values.size;
  }
}

let ids = 1_000;
/** The clock on the wall, for edits that wait for days. */
export const day = { now: 0 };

/** A person at an open dashboard. */
export function person(server: FakeServer, name = 'Ada', storage = new FakeStorage(), tabId = 'tab') {
  const clock = new FakeClock();
  const state: { network: Network } = { network: 'up' };
  const saved: Operation[] = [];
  const kept: KeptEdits = keptEdits({ storage, key: 'dashboard', tabId, now: () => day.now });
  const store = new DashboardStore({
    saved: server.saved,
    transport: server.transport(name, () => state.network),
    kept,
    after: clock.after,
    newId: () => id((ids += 1)),
    onSaved: (operations) => saved.push(...operations),
  });
  store.open();
  return { store, clock, state, storage, saved };
}

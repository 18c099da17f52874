import { autosaveMs, type DashboardDocument } from '@atrium/rules/dashboard';
import {
  applyOperations,
  type Choice,
  type Contested,
  contested,
  inverseOf,
  keyOfContested,
  type Operation,
  rebased,
} from '@atrium/rules/dashboard-edits';
import { difference } from './difference.ts';
import type { KeptEdits } from './kept-edits.ts';
import { appended, firstBatch, stepsBeside } from './operations.ts';
import type { SavedDashboard } from './saved-dashboard.ts';
import { type After, type Batch, Refused, type Transport } from './transport.ts';

/** What two people changed at once, waiting for a choice. */
export interface Conflict {
  readonly contested: readonly Contested[];
  readonly mine: DashboardDocument;
  readonly theirs: DashboardDocument;
  /** Who made the other edits; empty if that is no longer known. */
  readonly authors: readonly string[];
}

export type SaveState = 'saved' | 'saving' | 'retrying' | 'refused' | 'conflict';

export interface StoreState {
  readonly document: DashboardDocument;
  readonly saveState: SaveState;
  /** Why the server refused the edits. */
  readonly refusal: string | undefined;
  readonly conflict: Conflict | undefined;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

interface Options {
  readonly saved: SavedDashboard;
  readonly transport: Transport;
  readonly kept: KeptEdits;
  readonly after: After;
  readonly newId: () => string;
  /** Called with each batch that the server has confirmed. */
  readonly onSaved?: (operations: readonly Operation[]) => void;
}

/** What others did since the base, while a person must choose. */
interface Foreign {
  readonly theirs: readonly Operation[];
  readonly current: SavedDashboard;
  readonly authors: readonly string[];
}

type Step = readonly Operation[];

const maxSteps = 100;
const maxBatch = 1_000;
const firstRetryMs = 1_000;
const lastRetryMs = 30_000;

/**
 * The open dashboard: what the server confirmed, and what was done since. Edits are sent one batch at a time; those of
 * others are merged, and a person is asked only about what both changed.
 */
export class DashboardStore {
  readonly #options: Options;
  readonly #listeners = new Set<() => void>();
  #base: SavedDashboard;
  #inFlight: Batch | undefined;
  /** The batch was sent and got no reply: it may have arrived. */
  #isUncertain: boolean;
  #pending: readonly Operation[];
  #undo: readonly Step[] = [];
  #redo: readonly Step[] = [];
  #foreign: Foreign | undefined;
  #refusal: string | undefined;
  /** Something that is pending was refused before. */
  #wasRefused = false;
  #failures = 0;
  #isSending = false;
  /** What is pending does not wait for the end of the edits. */
  #isUrgent = false;
  #isOpen = false;
  #cancelTimer: () => void = () => undefined;
  #state: StoreState;

  constructor(options: Options) {
    this.#options = options;
    const kept = options.kept.read();
    this.#base = kept?.base ?? options.saved;
    this.#inFlight = kept?.inFlight;
    this.#isUncertain = this.#inFlight !== undefined;
    this.#pending = kept?.pending ?? [];
    this.#state = this.#stateNow();
  }

  get state(): StoreState {
    return this.#state;
  }

  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Sends what an earlier visit left unsaved. What another tab has taken over is no longer of this one. */
  open(): void {
    this.#isOpen = true;
    if (!this.#options.kept.claim()) this.discard();
    this.flush();
  }

  /** Sends what is pending once more. What does not arrive waits for the next visit. */
  close(): void {
    this.flush();
    this.#isOpen = false;
    this.#cancelTimer();
    this.#options.kept.release();
  }

  /** Applies what a person did. Adding and removing cards is saved at once. */
  edit(operations: readonly Operation[]): void {
    const inverse = this.#apply(operations);
    this.#undo = [...this.#undo, inverse].slice(-maxSteps);
    this.#redo = [];
    this.#edited(operations);
  }

  undo(): void {
    const step = this.#undo.at(-1);
    if (!step) return;
    this.#undo = this.#undo.slice(0, -1);
    this.#redo = [...this.#redo, this.#apply(step)];
    this.#edited(step);
  }

  redo(): void {
    const step = this.#redo.at(-1);
    if (!step) return;
    this.#redo = this.#redo.slice(0, -1);
    this.#undo = [...this.#undo, this.#apply(step)];
    this.#edited(step);
  }

  /** Saves what is pending without waiting, for the end of the edits or for the next try. */
  flush(): void {
    this.#isUrgent = true;
    void this.#send();
  }

  /** A state of the server that was loaded for another reason. Unsaved edits meet it when they are sent. */
  receive(current: SavedDashboard): void {
    if (this.#isDirty || current.version <= this.#base.version) return;
    this.#forgetSteps(difference(this.#base.document, current.document));
    this.#base = current;
    this.#changed();
  }

  /** Nothing more is sent: the dashboard is gone, or another tab has the edits. */
  discard(): void {
    this.#inFlight = undefined;
    this.#pending = [];
    this.#changed();
  }

  /** Gives up what the server refused and goes on with what it has. */
  async revert(): Promise<void> {
    if (this.#isSending) return;
    this.#cancelTimer();
    [this.#undo, this.#redo] = [[], []];
    [this.#foreign, this.#refusal, this.#wasRefused, this.#failures] = [undefined, undefined, false, 0];
    this.discard();
    // Without a reply, the next edit meets the state of the server.
    const current = await this.#options.transport.load().catch(() => undefined);
    if (current) this.receive(current);
  }

  /** Answers a conflict, by widget id, `title` or `all`. What has no answer is asked again. */
  choose(choices: ReadonlyMap<string, Choice>): void {
    const foreign = this.#foreign;
    if (!foreign) return;
    const open = contested(this.#unsaved, foreign.theirs).filter((each) => !choices.has(keyOfContested(each)));
    if (open.length === 0) this.#rebase(foreign, choices);
    this.#changed();
    this.flush();
  }

  get #unsaved(): readonly Operation[] {
    return [...(this.#inFlight?.operations ?? []), ...this.#pending];
  }

  get #isDirty(): boolean {
    return this.#inFlight !== undefined || this.#pending.length > 0;
  }

  /** Returns what takes it back. */
  #apply(operations: readonly Operation[]): Step {
    let { document } = this.#state;
    const inverse: Operation[] = [];
    for (const operation of operations) {
      inverse.unshift(...inverseOf(document, operation));
      document = applyOperations(document, [operation]);
      this.#pending = appended(this.#pending, operation);
    }
    return inverse;
  }

  #edited(operations: readonly Operation[]): void {
    this.#refusal = undefined;
    if (this.#wasRefused) this.#forgetUndone();
    this.#changed();
    if (operations.some(({ kind }) => kind === 'add' || kind === 'remove')) this.flush();
    else if (this.#failures === 0) this.#flushAfter(autosaveMs);
  }

  /** What was refused and then undone need not be sent. */
  #forgetUndone(): void {
    if (this.#inFlight) return;
    const { document } = this.#base;
    if (difference(document, applyOperations(document, this.#pending)).length > 0) return;
    this.#pending = [];
    this.#wasRefused = false;
  }

  #flushAfter(ms: number): void {
    this.#cancelTimer();
    if (this.#isOpen) this.#cancelTimer = this.#options.after(ms, () => this.flush());
  }

  /** Goes on until nothing urgent is left, the server refuses or does not answer, or a person must choose. */
  async #send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    this.#refusal = undefined;
    try {
      for (let batch = this.#nextBatch(); batch; batch = this.#nextBatch()) {
        this.#changed();
        await this.#sendBatch(batch);
        this.#failures = 0;
      }
    } catch (error) {
      this.#isUrgent = false;
      if (error instanceof Refused) {
        this.#refusal = error.message;
        this.#failures = 0;
      } else this.#retryLater();
    } finally {
      this.#isSending = false;
      this.#changed();
    }
  }

  #nextBatch(): Batch | undefined {
    if (this.#foreign || !this.#options.kept.isOwn) return undefined;
    if (this.#inFlight) return this.#inFlight;
    if (!this.#isUrgent || this.#pending.length === 0) return undefined;
    this.#cancelTimer();
    // What was refused waits for the edit that puts it right.
    const next = this.#wasRefused ? this.#pending : firstBatch(this.#pending);
    const operations = next.slice(0, maxBatch);
    this.#inFlight = { batchId: this.#options.newId(), operations };
    this.#isUncertain = false;
    this.#pending = this.#pending.slice(operations.length);
    this.#isUrgent = this.#pending.length > 0;
    return this.#inFlight;
  }

  async #sendBatch(batch: Batch): Promise<void> {
    const sent = await this.#options.transport.send(batch, this.#base.version).catch((error: unknown) => {
      if (error instanceof Refused) return error;
      this.#isUncertain = true;
      throw error;
    });
    if (sent instanceof Refused) return this.#putBack(batch, sent);
    const isNext = sent.state === 'saved' && sent.saved.version === this.#base.version + 1;
    if (isNext) this.#confirm(batch, sent.saved);
    else await this.#takeIn(batch, sent.state === 'saved');
  }

  /** What was refused waits with the later edits, so that one of them can put it right. */
  async #putBack(batch: Batch, refusal: Refused): Promise<void> {
    // Before a batch may change, it must be known that it did not arrive earlier.
    if (this.#isUncertain) {
      const hasArrived = await this.#takeIn(batch, false).catch(() => false);
      if (hasArrived) return;
    } else {
      this.#pending = this.#unsaved;
      this.#inFlight = undefined;
    }
    this.#wasRefused = true;
    throw refusal;
  }

  #confirm({ operations }: Batch, saved: SavedDashboard): void {
    this.#base = saved;
    this.#inFlight = undefined;
    this.#wasRefused = false;
    this.#options.onSaved?.(operations);
  }

  /** Loads what others did. A batch may have arrived although its reply was lost; says whether it has. */
  async #takeIn(batch: Batch, isSaved: boolean): Promise<boolean> {
    const { transport } = this.#options;
    const current = await transport.load();
    const { isComplete, edits } = await transport.editsAfter(this.#base.version);
    const own = edits.find(({ batchId }) => batchId === batch.batchId);
    const hasArrived = own !== undefined || isSaved;
    if (hasArrived) {
      const document = applyOperations(this.#base.document, batch.operations);
      this.#confirm(batch, { document, version: own?.version ?? this.#base.version + 1 });
    }
    const others = edits.filter(({ batchId, version }) => batchId !== batch.batchId && version <= current.version);
    const foreign = {
      current,
      theirs: isComplete
        ? others.flatMap(({ operations }) => operations)
        : difference(this.#base.document, current.document),
      authors: [...new Set(others.map(({ userName }) => userName))],
    };
    if (contested(this.#unsaved, foreign.theirs).length > 0) this.#foreign = foreign;
    else this.#rebase(foreign, new Map());
    return hasArrived;
  }

  #rebase({ theirs, current }: Foreign, choices: ReadonlyMap<string, Choice>): void {
    const { newId } = this.#options;
    const { document } = this.#base;
    this.#pending = rebased({ base: document, mine: this.#unsaved, theirs, choices, newId });
    this.#inFlight = undefined;
    this.#foreign = undefined;
    this.#base = current;
    this.#forgetSteps(theirs);
    this.#isUrgent = true;
  }

  #forgetSteps(theirs: readonly Operation[]): void {
    this.#undo = stepsBeside(this.#undo, theirs);
    this.#redo = stepsBeside(this.#redo, theirs);
  }

  #retryLater(): void {
    const wait = Math.min(firstRetryMs * 2 ** this.#failures, lastRetryMs);
    this.#failures += 1;
    this.#flushAfter(wait);
  }

  #changed(): void {
    const { kept } = this.#options;
    const [base, inFlight, pending] = [this.#base, this.#inFlight, this.#pending];
    kept.write(this.#isDirty ? { base, inFlight, pending } : undefined);
    this.#state = this.#stateNow();
    for (const listener of this.#listeners) listener();
  }

  #stateNow(): StoreState {
    return {
      document: applyOperations(this.#base.document, this.#unsaved),
      saveState: this.#saveState(),
      refusal: this.#refusal,
      conflict: this.#conflict(),
      canUndo: this.#undo.length > 0,
      canRedo: this.#redo.length > 0,
    };
  }

  #saveState(): SaveState {
    if (!this.#isDirty) return 'saved';
    if (this.#foreign) return 'conflict';
    if (this.#refusal !== undefined) return 'refused';
    return this.#failures > 0 ? 'retrying' : 'saving';
  }

  #conflict(): Conflict | undefined {
    if (!this.#foreign) return undefined;
    const { theirs, current, authors } = this.#foreign;
    return {
      contested: contested(this.#unsaved, theirs),
      mine: applyOperations(this.#base.document, this.#unsaved),
      theirs: current.document,
      authors,
    };
  }
}

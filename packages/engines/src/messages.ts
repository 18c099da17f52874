export type EngineName = 'postgres' | 'clickhouse';

export type EngineState = 'starting' | 'running' | 'restarting' | 'stopped';

export type EngineReport = { state: EngineState; pid: number | undefined; restarts: number };

export type EngineLog = {
  from: EngineName | 'engines';
  level: 'debug' | 'info' | 'warn' | 'error';
  message: string;
};

export type Log = (line: EngineLog) => void;

/** Why a start was refused; anything else is an engine fault and worth a retry. */
export type RefusalCode =
  | 'folder-in-use'
  | 'folder-unusable'
  | 'folder-incomplete'
  | 'store-damaged'
  | 'platform'
  | 'engine-failed';

export class EnginesError extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.name = 'EnginesError';
    this.code = code;
  }
}

/** The parent's request to the child, passed as its only argument. */
export type ChildOptions = {
  dataDir: string;
  with: readonly EngineName[];
  memoryBytes: number;
  durable: boolean;
};

export type PostgresAddress = { host: string; port: number; user: string; database: string };
export type ClickHouseAddress = { socketPath: string };

export type ChildMessage =
  | { kind: 'ready'; postgres: PostgresAddress | undefined; clickhouse: ClickHouseAddress | undefined }
  | { kind: 'refused'; code: RefusalCode; message: string }
  | { kind: 'alive' }
  | { kind: 'state'; engine: EngineName; report: EngineReport }
  | { kind: 'log'; line: EngineLog };

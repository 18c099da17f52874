import { toLocal, zoneOf } from '@atrium/calendar/zones';
import type { QueryInput, ReplyOf } from '@atrium/contract/endpoint';
import { exportData, type ExportedSource } from '@atrium/contract/exports';
import * as z from 'zod/mini';
import { expect } from 'vitest';
import type { Client } from './client.ts';

export type ExportQuery = QueryInput<typeof exportData>;
export type ExportPage = ReplyOf<typeof exportData>;
export type ExportRow = ExportPage['results'][number];

/** One page, checked against the contract: the world does not check streamed replies. */
export async function exportPage(client: Client, source: string, query: ExportQuery): Promise<ExportPage> {
  return z.parse(exportData.reply, await client.call(exportData, { params: { source }, query }));
}

/** All pages of an export; `between` happens after each of them. */
export async function exported(
  client: Client,
  source: ExportedSource,
  query: ExportQuery,
  between: (page: ExportPage) => Promise<void> | void = () => {},
) {
  const pages: ExportPage[] = [];
  let cursor: string | undefined;
  do {
    const page = await exportPage(client, source, { ...query, ...(cursor !== undefined && { cursor }) });
    expect(page.watermark).toBe(pages[0]?.watermark ?? page.watermark);
    pages.push(page);
    cursor = page.nextCursor;
    await between(page);
  } while (cursor !== undefined);
  return { pages, rows: pages.flatMap(({ results }) => results), watermark: pages[0]!.watermark };
}

/** Of the beginning of its bucket. */
export function localDate({ recordDate, timezone }: ExportRow): string {
  if (typeof timezone !== 'string') return recordDate.slice(0, 10);
  const { year, month, day } = toLocal(zoneOf(timezone), Date.parse(recordDate) / 1000);
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
}

/** What a customer keeps: days of entities, each as it was last exported. */
export class Warehouse {
  readonly days = new Map<string, ExportRow[]>();
  #watermark: string | undefined;
  /** Rows that were received so far. */
  received = 0;
  readonly source: ExportedSource;
  readonly query: ExportQuery;

  constructor(source: ExportedSource, query: ExportQuery) {
    this.source = source;
    this.query = query;
  }

  async follow(client: Client, between?: () => Promise<void> | void): Promise<void> {
    const query = { ...this.query, ...(this.#watermark !== undefined && { changedSince: this.#watermark }) };
    const { watermark } = await exported(client, this.source, query, async ({ results }) => {
      this.received += results.length;
      for (const [key, rows] of byDay(results)) this.days.set(key, rows);
      await between?.();
    });
    this.#watermark = watermark;
  }

  rows(): ExportRow[] {
    return [...this.days].toSorted(([one], [other]) => (one < other ? -1 : 1)).flatMap(([, rows]) => rows);
  }
}

export function byDay(rows: readonly ExportRow[]): Map<string, ExportRow[]> {
  const days = new Map<string, ExportRow[]>();
  for (const row of rows) {
    const key = `${row.entityId} ${localDate(row)}`;
    const day = days.get(key);
    if (day) day.push(row);
    else days.set(key, [row]);
  }
  return days;
}

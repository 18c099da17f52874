import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '../registry.ts';
import { correction } from '../schema/corrections.ts';
import { series } from '../schema/series.ts';
import type { EstateCorrection } from './estate.ts';

export async function loadCorrections(
  { sql: db }: Transaction,
  orgId: string,
): Promise<Map<string, EstateCorrection[]>> {
  const rows = await db
    .select({ correction, series: series.seriesId })
    .from(correction)
    .leftJoin(series, eq(series.correctionId, correction.correctionId))
    .where(and(eq(correction.orgId, orgId), isNull(correction.removedAt)))
    .orderBy(asc(correction.from));
  const found = new Map<string, EstateCorrection[]>();
  for (const { correction: row, series: number } of rows) {
    const { correctionId, zoneId, kind, reason } = row;
    const [from, to] = [row.from.getTime() / 1000, row.to.getTime() / 1000];
    const made = { correctionId, from, to, kind, reason, series: number ?? undefined };
    const known = found.get(zoneId);
    if (known) known.push(made);
    else found.set(zoneId, [made]);
  }
  return found;
}

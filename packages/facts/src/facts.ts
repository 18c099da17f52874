import { openAmounts } from './amounts.ts';
import { append, appendGenerated, appendLines, appendRaw } from './append.ts';
import { aggregate, sums, tally } from './aggregate.ts';
import { openConnection, type Address } from './connection.ts';
import { erase } from './erase.ts';
import { openEvents } from './events.ts';
import type { Facts } from './facts-interface.ts';
import { openForecasts } from './forecasts.ts';
import { openHeard } from './heard.ts';
import { readHoursMade, rememberedHours } from './hours-made.ts';
import { minuteKind } from './kinds.ts';
import { openLevels } from './levels.ts';
import { migrate } from './migrate.ts';
import { daysWithin, quartersOfCounts, recompute } from './recompute.ts';
import { openRaw } from './raw.ts';
import { records } from './records.ts';
import { openSamples } from './samples.ts';
import { schemaOf, type Place } from './schema.ts';
import { rememberedShapes } from './shapes.ts';
import type { Store } from './store.ts';

/** The facts in ClickHouse, a server by its URL or one behind a unix socket. Nothing is connected until the first call. */
export function openFacts({ database, cluster, ...address }: Address & Place): Facts {
  const schema = schemaOf({ database, cluster });
  const connection = openConnection(address);
  const store: Store = {
    tables: schema.tables,
    connection,
    shapes: rememberedShapes(),
    levelShapes: rememberedShapes(),
    hours: rememberedHours(() => readHoursMade(connection, schema.tables)),
    cluster: cluster !== undefined,
  };
  return {
    migrate: () => migrate(connection, schema),
    append: (rows) => append(store, minuteKind, rows),
    appendRaw: (rows) => appendRaw(store, rows),
    appendLines: (history) => appendLines(store, history),
    appendFrom: (history) => appendGenerated(store, history),
    erase: (erasure) => erase(store, erasure),
    recompute: (org, days, how) => recompute(store, quartersOfCounts, org, days, how),
    rebuild: (org, series, from, to) => recompute(store, quartersOfCounts, org, daysWithin(series, from, to)),
    aggregate: (question, asking) => aggregate(store, question, asking),
    tally: (question, into, asking) => tally(store, question, into, asking),
    sums: (question, asking) => sums(store, question, asking),
    records: (question) => records(store, question),
    raw: openRaw(store),
    levels: openLevels(store),
    samples: openSamples(store),
    amounts: openAmounts(store),
    events: openEvents(store),
    heard: openHeard(store),
    forecasts: openForecasts(store),
    ping: () => connection.ping(),
    close: () => connection.close(),
  };
}

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { features } from './features.ts';
import { checkout } from './source-files.ts';

/** Names that are no features of the server, with what they are. */
const exceptions = {
  contract: {
    access: 'who may call',
    catalog: 'all endpoints',
    data: 'the questions of analytics/',
    'data-reply': 'what they are answered with',
    endpoint: 'what an endpoint is',
    envelope: 'shared parts of replies',
    explanation: 'what a data call explains',
    exports: 'the bulk export of analytics/',
    formats: 'formats of tables besides JSON',
    product: 'name and version',
    'socket-address': 'where the socket is',
    system: 'the calls of operations/',
    topic: 'what a topic is',
    topics: 'all topics',
  },
  rules: {
    'csv-field': 'a field of a CSV file that any screen or call writes',
    'correction-kinds': 'what corrections and answers name',
    'counter-schedule': 'when counters of ingestion/ start again',
    counters: 'what ingestion/ makes of counters that only grow',
    'estate-outline': 'what exports of analytics/ compare',
    heard: 'what ingestion/ makes of silence and signs of life',
    problem: 'what a rule answers with',
    'system-health': 'what operations/ warns of',
    'track-days': 'how long ingestion/ keeps tracks',
    'wait-times': 'what sensors say of waits, to ingestion/',
  },
  web: {
    explore: 'the workbench over analytics/',
    'live-wall': 'all live numbers of realtime/',
    system: 'the screen of operations/',
  },
  /** Journeys across features, and what applies to all screens. */
  story: {
    accounts: 'from an invitation to the welcome page',
    'dashboards-access': 'dashboards on phones, by keyboard and for screen readers',
    'dashboards-edits': 'one dashboard edited in two places and without a network',
    'dashboards-newcomer': 'from data to a first dashboard',
    'dashboards-weight': 'what a dashboard loads',
    'demo-dashboards': 'the dashboards of the demo',
    details: 'search, files, fields and profile of one person',
    explore: 'the workbench over analytics/',
    'display-restart': 'a public page whose server restarts',
    'first-run': 'from an empty folder to a moving number',
    'hostile-names': 'markup in every name',
    lists: 'state of lists',
    'live-wall': 'all live numbers of realtime/',
    provider: 'the pages of staff',
    spine: 'from signing in to the numbers of a day',
    start: 'setting up',
    tabs: 'two tabs',
  },
} as const;

/** Features without a folder in the web app, with where they are shown. */
const shownElsewhere = {
  annotations: 'analytics/annotations: charts of dashboards and of explore',
  jobs: 'where the work was started',
  pickers: 'analytics/pickers',
  reference: 'fields of other features',
  registration: 'features/session: everyone who is not signed in sees one form page',
  search: 'shell/search',
  setup: 'features/session, as registration',
  'sensor-life': 'features/sensors and features/sensor-assignments',
  shell: 'shell',
} as const;

const names = new Set(Object.entries(features).flatMap(([name, parts]) => [name, ...parts]));

it('[I80] every feature of the server is listed, and every listed one exists', () => {
  expect(foldersIn('apps/server/src/features')).toEqual(Object.keys(features).toSorted());
});

it('[I80] the contract, the rules, the web app and the stories use the feature names', () => {
  const unknown = [
    ...strangers('contract', filesIn('packages/contract/src', /\.ts$/).filter(isNoTopic), exceptions.contract),
    ...strangers('rules', filesIn('packages/rules/src', /\.ts$/), exceptions.rules),
    ...strangers('web', foldersIn('apps/web/src/features'), exceptions.web),
    ...strangers('e2e', filesIn('e2e/stories', /\.story\.ts$/), exceptions.story),
  ];
  expect(unknown).toEqual([]);
});

it('[I80] every server feature has a contract file and a web folder, or is listed as shown elsewhere', () => {
  const all = Object.entries(features);
  expect(
    all
      .filter(
        ([name, parts]) =>
          ![name, ...parts].some((each) => existsSync(join(checkout, `packages/contract/src/${each}.ts`))),
      )
      .map(([name]) => name),
  ).toEqual([]);
  const shown = foldersIn('apps/web/src/features');
  expect(Object.keys(features).filter((name) => !shown.includes(name))).toEqual(Object.keys(shownElsewhere).toSorted());
});

it('[I80] no exception outlives what it excuses', () => {
  const used = new Set(
    [
      ...filesIn('packages/contract/src', /\.ts$/),
      ...filesIn('packages/rules/src', /\.ts$/),
      ...foldersIn('apps/web/src/features'),
      ...filesIn('e2e/stories', /\.story\.ts$/),
    ].flatMap((name) => [name, `${name}s`]),
  );
  const parts = Object.values(features).flat();
  const excused = Object.values(exceptions).flatMap((of) => Object.keys(of));
  expect([...parts, ...excused].filter((name) => !used.has(name))).toEqual([]);
});

/** Topics of realtime/ are in `live-<topic>.ts`. */
function isNoTopic(name: string): boolean {
  return !name.startsWith('live-');
}

function strangers(where: string, found: readonly string[], excused: Readonly<Record<string, string>>): string[] {
  // Rules are named in the singular: `location`, where the feature is plural.
  const isKnown = (name: string) => names.has(name) || names.has(`${name}s`) || name in excused;
  return found.filter((name) => !isKnown(name)).map((name) => `${where}: ${name}`);
}

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(join(checkout, folder))
    .filter((name) => ending.test(name) && !name.endsWith('.test.ts'))
    .map((name) => name.replace(ending, ''));
}

function foldersIn(folder: string): string[] {
  return readdirSync(join(checkout, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
}

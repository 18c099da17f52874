import { findCycles } from './cycles.ts';
import { readModules, type Import, type Module, type SourceFiles } from './module-graph.ts';
import { placeOf, type Place } from './rooms.ts';

export interface Breach {
  readonly rule: string;
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** Everything that `docs/adr/0006-import-rules.md` forbids, in the order of the files. */
export function findBreaches(files: SourceFiles): Breach[] {
  const modules = readModules(files);
  const reachOf = findIO(modules);
  const perModule = modules.flatMap((module) => breachesOf(module, reachOf));
  return [...perModule, ...cycleBreaches(modules), ...roomCycleBreaches(modules)].toSorted(
    (a, b) => a.path.localeCompare(b.path) || a.line - b.line,
  );
}

/** An import and both of its ends. `to` is absent for npm packages and Node's own modules. */
interface Edge extends Import {
  readonly path: string;
  readonly from: Place;
  readonly to: Place | undefined;
  /** The first IO behind this import, any number of files away. */
  readonly reaches: string | undefined;
}

/** Returns the problem of an import, or nothing. */
type EdgeRule = (edge: Edge) => string | undefined;

const edgeRules: Record<string, EdgeRule> = {
  /** calendar ← metrics ← rules ← contract; facts never imports the contract; engines imports nothing of ours. */
  packages({ from, to, path }) {
    if (!to || to.workspace === from.workspace || from.workspace === 'tooling') return undefined;
    if (mayReach(from, path).includes(to.workspace)) return undefined;
    return `${from.workspace} may not import ${to.workspace}`;
  },

  doors({ from, to, specifier }) {
    if (!to || !specifier.startsWith('.') || from.workspace === 'tooling') return undefined;
    if (to.workspace === from.workspace) return undefined;
    return `import another workspace by its name (@atrium/…), not by ${specifier}`;
  },

  'features stand alone'({ from, to }) {
    if (!to || from.isTest || from.workspace !== to.workspace || from.room !== 'features') return undefined;
    if (to.room === 'features' && to.feature !== from.feature) {
      return `feature ${from.feature} may not import feature ${to.feature}`;
    }
    if (from.workspace === 'server' && ['ingestion', 'analytics', 'realtime', 'app', 'main'].includes(to.room)) {
      return `a feature may not import ${to.room}: app/ hands it what it needs`;
    }
    return undefined;
  },

  'features are composed by app/'({ from, to, path }) {
    if (!to || from.isTest || from.workspace !== 'server' || to.workspace !== 'server') return undefined;
    if (to.room === 'features' && !['features', 'app', 'main', 'demo'].includes(from.room)) {
      return `${from.room} may not import a feature`;
    }
    if (to.room === 'main' || (to.room === 'app' && !['main', 'doctor', 'app'].includes(from.room))) {
      return `nothing stands above ${to.room}.ts: ${path} may not import it`;
    }
    return undefined;
  },

  'pure stays pure'({ from, specifier, typeOnly, reaches }) {
    if (!from.isPure || typeOnly || reaches === undefined) return undefined;
    return specifier === reaches
      ? `does no IO, but imports ${reaches}`
      : `does no IO, but ${specifier} does: ${reaches}`;
  },

  'web layers'({ from, to, path, specifier }) {
    if (!to || from.isTest || from.workspace !== 'web') return undefined;
    if (to.workspace !== 'web') {
      return from.room === 'ui' && specifier !== csvRules
        ? `ui does not know the product, ${to.workspace} included`
        : undefined;
    }
    const allowed = path.includes('/features/dashboards/widgets/')
      ? ['analytics', 'format', 'ui']
      : webLayers[from.room];
    if (!allowed || to.room === from.room || allowed.includes(to.room)) return undefined;
    return `${from.room} may import ${allowed.join(', ') || 'nothing else of the web app'}, not ${to.room}`;
  },

  'columns are models'({ from, path, specifier, typeOnly }) {
    if (typeOnly || from.workspace !== 'web' || !/\/features\/.*-columns\.ts$|\/ui\/table\/column\.ts$/.test(path))
      return undefined;
    if (!/\.tsx$|\.css$|^react|^@mantine\//.test(specifier)) return undefined;
    return `columns are also used for CSV files: ${specifier} belongs to the cells`;
  },

  'known in one place'({ from, path, specifier }) {
    if (from.isTest || from.workspace === 'tooling') return undefined;
    const keeper = keepers.find(({ packages }) => packages.test(specifier));
    if (!keeper || keeper.home.test(path)) return undefined;
    return `${specifier} may be used only in ${keeper.homeInWords}`;
  },

  'SQL belongs in stores'({ from, to, target, path, typeOnly }) {
    if (from.isTest || typeOnly || from.workspace !== 'server' || to?.workspace !== 'server') return undefined;
    if (!target?.includes('/registry/schema/') || sqlHome.test(path)) return undefined;
    return `tables may be used only in ${sqlHomeInWords}`;
  },

  'tests stay tests'({ from, to, specifier }) {
    if (!to?.isTest || from.isTest || from.workspace === 'tooling') return undefined;
    return `${specifier} belongs to tests`;
  },

  'no long climbs'({ from, to, specifier }) {
    if (!specifier.startsWith('../../../')) return undefined;
    // A feature of several parts, such as dashboards, has folders: from there it is three steps to the next room.
    const leavesFeature = from.workspace === 'web' && from.room === 'features' && to?.feature !== from.feature;
    return leavesFeature ? undefined : `${specifier} goes up three folders: it is in the wrong place`;
  },
};

const packageReach: Record<string, readonly string[]> = {
  calendar: [],
  metrics: ['calendar'],
  rules: ['calendar', 'metrics'],
  contract: ['calendar', 'metrics', 'rules'],
  client: ['contract'],
  facts: ['calendar', 'metrics'],
  forecast: ['calendar'],
  engines: [],
  simulator: ['calendar', 'metrics', 'contract'],
  server: ['calendar', 'metrics', 'rules', 'contract', 'client', 'facts', 'forecast'],
  web: ['calendar', 'metrics', 'rules', 'contract'],
};

function mayReach(from: Place, path: string): readonly string[] {
  const reach = packageReach[from.workspace] ?? [];
  if (from.isTest) return [...reach, 'engines', 'facts', 'simulator'];
  if (path === 'apps/server/src/main.ts') return [...reach, 'engines', 'simulator'];
  if (path === 'apps/server/src/reach-stores.ts') return [...reach, 'engines'];
  if (from.workspace === 'server' && from.room === 'demo') return [...reach, 'simulator'];
  return reach;
}

/** How a field of a CSV file is written, here and on the server: knows nothing of the product either. */
const csvRules = '@atrium/rules/csv-field';

/** Folders not listed (routes, main) may import everything. */
const webLayers: Record<string, readonly string[]> = {
  shell: ['analytics', 'api', 'format', 'forms', 'ui'],
  features: ['analytics', 'api', 'format', 'forms', 'ui'],
  analytics: ['api', 'format', 'forms', 'ui'],
  api: [],
  format: [],
  forms: ['api', 'ui'],
  ui: [],
};

const sqlHome = /^apps\/server\/src\/(registry|jobs|outbox|files|audit)\/|(\/|-)store\.ts$/;
const sqlHomeInWords = 'registry/, */store.ts and the four mechanisms jobs, outbox, files, audit';

const keepers = [
  { packages: /^(drizzle-orm|pg)(\/|$)/, home: sqlHome, homeInWords: sqlHomeInWords },
  { packages: /^pg-boss$/, home: /^apps\/server\/src\/jobs\//, homeInWords: 'jobs/' },
  { packages: /^@clickhouse\//, home: /^packages\/facts\//, homeInWords: 'facts' },
  {
    packages: /^(fastify|@fastify\/.*|fastify-.*|@scalar\/.*)$/,
    home: /^apps\/server\/src\/http\/|(\/|-)routes\.ts$/,
    homeInWords: 'http/ and */routes.ts',
  },
  { packages: /^(socket\.io|@socket\.io\/.*)$/, home: /^apps\/server\/src\/realtime\//, homeInWords: 'realtime/' },
  {
    packages: /^@atrium\/(calendar\/date-labels|metrics\/format)$/,
    home: /^(?!apps\/web\/)|^apps\/web\/src\/format\//,
    homeInWords: 'web/format/',
  },
  { packages: /^socket\.io-client$/, home: /^apps\/web\/src\/api\/socket\.ts$/, homeInWords: 'web/api/socket.ts' },
];

function breachesOf(module: Module, reachOf: (found: Import) => string | undefined): Breach[] {
  const { path } = module;
  const from = placeOf(path);
  const breaches: Breach[] = [];
  const add = (rule: string, line: number, message: string) => breaches.push({ rule, path, line, message });
  for (const found of module.imports) {
    const to = found.target === undefined ? undefined : placeOf(found.target);
    for (const [rule, check] of Object.entries(edgeRules)) {
      const message = check({ ...found, path, from, to, reaches: reachOf(found) });
      if (message) add(rule, found.line, message);
    }
  }
  if (from.isPure) {
    for (const { what, line } of module.sideDoors) {
      add('pure stays pure', line, `${what}: pass a rule what it needs to know`);
    }
  }
  for (const line of module.starExports) add('no barrels', line, 'export * hides where a name comes from');
  if (module.onlyForwards) add('no barrels', 1, 'a file that only forwards others is a detour');
  return breaches;
}

/** Follows value imports until a module of Node, a database or network client, or a read of the clock. */
function findIO(modules: readonly Module[]): (found: Import) => string | undefined {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const known = new Map<string, string | undefined>();
  function reachOf({ specifier, target, typeOnly }: Import): string | undefined {
    if (typeOnly) return undefined;
    if (target === undefined) return isIO(specifier) ? specifier : undefined;
    if (placeOf(target).workspace === 'facts') return specifier;
    if (!known.has(target)) {
      // Recorded before it is followed, so that a cycle ends.
      known.set(target, undefined);
      const module = byPath.get(target);
      const [sideDoor] = module?.sideDoors ?? [];
      known.set(target, sideDoor ? `${sideDoor.what} in ${target}` : firstOf(module?.imports ?? [], reachOf));
    }
    return known.get(target);
  }
  return reachOf;
}

function isIO(specifier: string): boolean {
  return specifier.startsWith('node:') || keepers.some(({ packages }) => packages.test(specifier));
}

function firstOf<T, R>(items: readonly T[], pick: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const picked = pick(item);
    if (picked !== undefined) return picked;
  }
  return undefined;
}

function cycleBreaches(modules: readonly Module[]): Breach[] {
  const edges = new Map(
    modules.map(({ path, imports }) => [path, imports.flatMap(({ target }) => (target === undefined ? [] : [target]))]),
  );
  return findCycles(edges).map((cycle) => ({
    rule: 'no cycles',
    path: cycle[0] ?? '',
    line: 1,
    message: `these files import each other: ${cycle.join(', ')}`,
  }));
}

/** Rooms form floors: if two use each other, even by types alone, neither can be understood or moved without the other. */
function roomCycleBreaches(modules: readonly Module[]): Breach[] {
  const imports = modules.flatMap(({ path, imports: ofModule }) =>
    ofModule.flatMap(({ target, line }) => {
      const [from, to] = [roomOf(path), roomOf(target ?? '')];
      return from !== undefined && to !== undefined && from !== to ? [{ path, line, from, to }] : [];
    }),
  );
  const edges = new Map<string, string[]>();
  for (const { from, to } of imports) edges.set(from, [...(edges.get(from) ?? []), to]);
  return findCycles(edges).flatMap((rooms) => {
    const inside = imports.filter(({ from, to }) => rooms.includes(from) && rooms.includes(to));
    // The rarer direction is most likely the wrong one.
    const uses = new Map<string, number>();
    for (const { from, to } of inside) uses.set(`${from} ${to}`, (uses.get(`${from} ${to}`) ?? 0) + 1);
    const rarest = Math.min(...uses.values());
    return inside
      .filter(({ from, to }) => uses.get(`${from} ${to}`) === rarest)
      .map(({ path, line, from, to }) => ({
        rule: 'no circles of rooms',
        path,
        line,
        message: `${from} uses ${to}, which uses ${from} in turn, directly or through ${rooms.length - 2} others`,
      }));
  });
}

function roomOf(path: string): string | undefined {
  const { workspace, room, isTest } = placeOf(path);
  return isTest || !['server', 'web'].includes(workspace) ? undefined : `${workspace}/${room}`;
}

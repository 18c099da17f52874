import { tokenPaths } from '@atrium/contract/api-clients';

/** Routes outside the catalog. */
export const knownToBeOpen: readonly string[] = [
  '/healthz',
  '/readyz',
  '/api/openapi.json',
  '/api/docs',
  '/api/docs/clients',
  '/api/docs/atrium-client.js',
  '/api/docs/atrium-client.d.ts',
  '/docs/reference.js',
  // With its own token, or for staff; the tests of operations cover everyone else.
  '/metrics',
  // The callback of a provider; the tests of single sign-on cover every wrong way to reach it.
  '/sso/callback',
  // A code in the address; the tests of displays cover every wrong one.
  '/api/display/{kind}',
  '/api/display/{kind}/{code}',
  '/api/display/{kind}/{code}/{view}',
  '/api/display/{kind}/{code}/logo',
  '/api/display/{kind}/{code}/events',
  // A client id and its secret; the tests of tokens cover every wrong one.
  ...tokenPaths,
  // A push key in the path identifies the organization; the tests of the push routes cover every wrong one.
  '/api/push/{vendor}/{pushKey}',
  '/api/push/{vendor}/{pushKey}*',
];

/** The router has one place for parameters that stand in the same place, and prints all their names there. */
export function withoutNames(path: string): string {
  return path.replaceAll(/\{\w+\}(\|\{\w+\})*/g, '{}');
}

/** The tree that Fastify prints, as full paths in the notation of the contract. */
export function routesOf(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent, name = '', methods] = /^([│ ├└─]*)(.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (name === '' || indent === undefined) return [];
    const depth = indent.length / 4;
    above.length = depth;
    const path = (above[depth - 1] ?? '') + name;
    above[depth] = path;
    return methods === undefined ? [] : [path.replaceAll(/:(\w+)/g, '{$1}')];
  });
}

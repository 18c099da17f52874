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

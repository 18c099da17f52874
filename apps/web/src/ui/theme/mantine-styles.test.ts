import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '../..');
const library = join(import.meta.dirname, '../../../../../node_modules/@mantine/core');

/** The style sheets of a component and of everything it is composed of. */
function stylesOf(component: string): Set<string> {
  const files = new Set(
    [join(library, 'esm/components', component, `${component}.mjs`)].filter((file) => existsSync(file)),
  );
  for (const file of files)
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+)"/g))
      files.add(join(dirname(file), path!));
  return new Set([...files].flatMap((file) => /([A-Za-z]+)\.module\.mjs$/.exec(file)?.[1] ?? []));
}

function usedComponents(): string[] {
  const screens = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'));
  const imports = screens.flatMap((path) =>
    [...readFileSync(join(source, path), 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(
      ([, names]) => names!.split(',').map((name) => name.trim()),
    ),
  );
  return [...new Set(imports)].filter((name) => /^[A-Z]/.test(name));
}

/** Parts of components that we do not use. */
const unused = ['CheckboxCard', 'CheckboxIndicator', 'RadioCard', 'RadioIndicator'];

it('[R561] loads the styles of the components in use, in the order of the library, and no others', () => {
  const listed = [
    ...readFileSync(join(import.meta.dirname, 'mantine.css'), 'utf8').matchAll(/styles\/([A-Z]\w+)\.css/g),
  ];
  const needed = new Set(usedComponents().flatMap((name) => [...stylesOf(name)]));
  const everything = readFileSync(join(library, 'styles.css'), 'utf8');
  const placeOf = (name: string) =>
    everything.indexOf(readFileSync(join(library, 'styles', `${name}.css`), 'utf8').slice(0, 100));
  expect(listed.map(([, name]) => name)).toEqual(
    [...needed].filter((name) => !unused.includes(name)).toSorted((a, b) => placeOf(a) - placeOf(b)),
  );
});

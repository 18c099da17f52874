// `npm run client`: writes the typed API client of this version to packages/client/dist.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateClient } from '@atrium/client/generate';
import { catalog } from '@atrium/contract/catalog';
import { checkout } from './source-files.ts';

const dist = join(checkout, 'packages/client/dist');
await mkdir(dist, { recursive: true });
for (const [name, text] of Object.entries(await generateClient(catalog))) await writeFile(join(dist, name), text);
console.log(`The API client is in ${dist}`);

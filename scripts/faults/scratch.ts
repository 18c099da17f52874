import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkout } from '../source-files.ts';

/** A copy of the checkout as it is, committed or not, where faults harm nobody. */
export function makeScratch(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-faults-'));
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', listing, { cwd: checkout, encoding: 'utf8' }).split('\0');
  for (const path of listed.filter((each) => each !== '' && existsSync(join(checkout, each)))) {
    cpSync(join(checkout, path), join(folder, path));
  }
  linkModules(folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Our own workspaces are those of the copy; everything else is shared. */
function linkModules(folder: string): void {
  const installed = join(checkout, 'node_modules');
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(installed)) {
    const [from, to] = [join(installed, name), join(folder, 'node_modules', name)];
    if (name === '@atrium') cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    else if (!name.startsWith('.')) symlinkSync(from, to);
  }
}

/** Where a file lives: its workspace, folder and feature. */
export interface Place {
  /** `calendar` … `simulator`, `server`, `web`, or `tooling` for scripts, end-to-end stories, benchmarks and configuration. */
  readonly workspace: string;
  /** First folder below `src`; the file's own name without extension for files directly in `src`. */
  readonly room: string;
  /** Second folder of `features/…`. */
  readonly feature: string | undefined;
  readonly isTest: boolean;
  /** Must do no IO and read neither clock nor randomness. */
  readonly isPure: boolean;
}

const purePackages = new Set(['calendar', 'forecast', 'metrics', 'rules']);
const pureServerFiles = /^apps\/server\/src\/(analytics\/(plan|shape)([./-]|$)|ingestion\/vendors\/)/;
const testFiles = /\.test\.tsx?$|\/test\/|(^|\/)testing([./-]|$)/;

export function placeOf(path: string): Place {
  const found = /^(?:packages\/([^/]+)|apps\/(server|web))\/src\/(.+)$/.exec(path);
  const isTest = testFiles.test(path);
  if (!found) return { workspace: 'tooling', room: '', feature: undefined, isTest, isPure: false };
  const [, packageName, appName, inside = ''] = found;
  const workspace = packageName ?? appName ?? '';
  const [first = '', second] = inside.split('/');
  return {
    workspace,
    room: second === undefined ? first.replace(/\.tsx?$/, '') : first,
    feature: first === 'features' ? second : undefined,
    isTest,
    isPure: !isTest && (purePackages.has(workspace) || pureServerFiles.test(path)),
  };
}

// Everything that reads the code without running it.
import { runStage } from './stages.mjs';

/** @param {string} path */
const bin = (path) => `node_modules/${path}`;

export async function runChecks() {
  await runStage('format', [bin('oxfmt/bin/oxfmt'), '--check']);
  await runStage('lint', [bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings']);
  await runStage('types', [bin('typescript/bin/tsc'), '-p', '.']);
  await runStage('types of web', [bin('typescript/bin/tsc'), '-p', 'apps/web']);
  await runStage('imports', [bin('tsx/dist/cli.mjs'), 'scripts/check-imports.ts']);
  await runStage('rules', [bin('tsx/dist/cli.mjs'), 'scripts/rules.ts']);
}

import { randomInt } from 'node:crypto';
import { ensureInstalled } from './prepare.mjs';
import { randomTests } from './random-tests.mjs';
import { finish, runStage } from './stages.mjs';

const [rounds = '5', given] = process.argv.slice(2);

await ensureInstalled();
const files = randomTests();
for (let round = 1; round <= Number(rounds); round += 1) {
  const seed = given ?? String(randomInt(1, 1_000_000));
  console.log(`Round ${round} of ${rounds}, seed ${seed}; to repeat it: npm run soak -- 1 ${seed}`);
  const { failed } = await runStage(`seed ${seed}`, ['node_modules/vitest/vitest.mjs', 'run', ...files], {
    env: { ATRIUM_SEED: seed },
  });
  if (failed > 0) break;
}
finish();

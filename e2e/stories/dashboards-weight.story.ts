import { aDashboard, cards, expectDrawn, screenOf, titled } from '../dashboard-steps.ts';
import { patience } from '../pace.ts';
import { expect, test } from '../shop-story.ts';
import { weigh } from '../weigh.ts';

test.describe.configure({ timeout: 90_000 * patience });

const days = { dateGroupings: 'day' };
const threeCharts = [
  titled('By day', { x: 0, y: 0, width: 12, height: 5 }, 'line', days),
  titled('By store', { x: 0, y: 5, width: 6, height: 5 }, 'bar', { ...days, entityType: 'location' }),
  titled('Stacked', { x: 6, y: 5, width: 6, height: 5 }, 'stacked', { ...days, entityType: 'location' }),
];

test('[R561] a dashboard of three charts loads at most 450 kB of scripts, and only the cards it shows', async ({
  page,
  password,
  shop,
}) => {
  const { email } = await shop.person('Ada Lovelace');
  await page.request.post('/login', { data: { username: email, password } });
  const dashboardId = await aDashboard(page, 'Three charts', threeCharts);
  const weight = weigh(page);
  await page.goto(screenOf(dashboardId));
  await expectDrawn(page, 3);
  for (const each of await cards(page).all()) await expect(each.locator('svg text').first()).toBeVisible();
  const { files, script } = await weight();
  const drawings = files.flatMap(({ path }) => /([A-Z][A-Za-z]+Card)-[^/]*\.js$/.exec(path)?.[1] ?? []);
  expect(drawings.toSorted()).toEqual(['BarCard', 'LineCard', 'StackedCard']);
  expect(script).toBeGreaterThan(200_000);
  expect(script).toBeLessThanOrEqual(450_000);
});

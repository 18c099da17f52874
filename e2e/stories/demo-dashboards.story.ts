import { cards, expectDrawn, screenOf } from '../dashboard-steps.ts';
import { patience } from '../pace.ts';
import { expect, test } from '../story.ts';

test.describe.configure({ timeout: 180_000 * patience });

const published = {
  'admin@northgate.demo': ['All stores', 'New York Flatiron', 'Tills and queues'],
  'admin@lakeside.demo': ['Libraries today', 'Reading rooms'],
} as const;

/** The rest of the past and the files of sales follow while the demo is in use. */
const restOfThePast = 120_000 * patience;

for (const [email, names] of Object.entries(published)) {
  test(`[R955] the dashboards of ${email} show numbers on every card`, async ({ page, signIn, look }) => {
    await signIn(email);
    const answer = await page.request.get('/api/dashboard');
    const listed = (await answer.json()) as { dashboardId: string; name: string; config: string }[];
    expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining([...names]));
    for (const name of names) {
      const { dashboardId = '', config = '[]' } = listed.find((each) => each.name === name) ?? {};
      // High enough for all cards: those out of view rest.
      await page.setViewportSize({ width: 1440, height: 2800 });
      await expect(async () => {
        await page.goto('about:blank');
        await page.goto(screenOf(dashboardId));
        await expectDrawn(page, (JSON.parse(config) as unknown[]).length);
        await expect(cards(page).getByText(/No data in this period|No readings yet/)).toHaveCount(0);
      }).toPass({ timeout: restOfThePast });
      await look(`demo-${name.toLowerCase().replaceAll(' ', '-')}`);
    }
  });
}

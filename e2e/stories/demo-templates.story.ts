import type { Widget } from '@atrium/rules/dashboard';
import { cards, expectDrawn, expectNumbers, screenOf } from '../dashboard-steps.ts';
import { patience } from '../pace.ts';
import { expect, test } from '../story.ts';

test.describe.configure({ timeout: 180_000 * patience });

/** Each is shown to an administrator whose organization has what it is about. */
const templatesFor = {
  'admin@northgate.demo': [
    'Visitors at a glance',
    'Installation check',
    'Store today',
    'Sales and conversion',
    'Staffing and traffic',
    'Center overview',
    'Entrances compared',
    'Station flow',
    'Checkpoint waits',
    'Ticket desks',
    'Workplace occupancy',
  ],
  'admin@lakeside.demo': ['Library visits', 'Reading rooms now', 'Museum day', 'Campus occupancy'],
} as const;

/** The rest of the past and the files of sales follow while the demo is in use. */
const restOfThePast = 120_000 * patience;
/** The first forecast is made in the first night. */
const notYet = ['The next 7 days', 'Visitors expected in the next 7 days'];

/** All places of the demo are open on Wednesdays, and the last one is over everywhere: the same at every hour. */
function lastWednesday(): string {
  const day = new Date(Date.now() - 2 * 86_400_000);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 4) % 7));
  return day.toISOString().slice(0, 10);
}

for (const [email, names] of Object.entries(templatesFor)) {
  test(`[R1118] templates used by ${email} show numbers on every card`, async ({ page, signIn }) => {
    await signIn(email);
    const gallery = await page.request.get('/api/dashboardtemplate?limit=100');
    const templates = (await gallery.json()) as { dashboardTemplateId: string; name: string; config: string }[];
    for (const name of names) {
      const { dashboardTemplateId = '', config = '[]' } = templates.find((each) => each.name === name) ?? {};
      const answer = await page.request.post(`/api/dashboard/template/${dashboardTemplateId}`, { data: {} });
      expect(answer.ok(), `${name}: ${await answer.text()}`).toBe(true);
      const made = (await answer.json()) as { dashboardId: string; config: string };
      const widgets = JSON.parse(made.config) as Widget[];
      expect([name, widgets.length]).toEqual([name, (JSON.parse(config) as Widget[]).length]);
      await page.setViewportSize({ width: 1440, height: 2800 });
      await expect(async () => {
        await page.goto('about:blank');
        await page.goto(`${screenOf(made.dashboardId)}?dateOverride=${lastWednesday()}`);
        await expectDrawn(page, widgets.length);
        await expectNumbers(page, notYet);
        await expect(cards(page).getByText(/No data in this period|No readings yet/)).toHaveCount(0);
      }, name).toPass({ timeout: restOfThePast });
      await page.request.delete(`/api/dashboard/${made.dashboardId}`);
    }
  });
}

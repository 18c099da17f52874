import { attachmentCalls } from '@atrium/contract/attachments';
import { uploadTemplateImage } from '@atrium/contract/dashboard-templates';
import { getDashboard, uploadWidgetImages } from '@atrium/contract/dashboards';
import { listDisplays } from '@atrium/contract/displays';
import { previewEstate } from '@atrium/contract/estate-files';
import { firstTemplateId } from '@atrium/rules/dashboard-template';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as dashboards from './dashboard-records.ts';
import * as displays from './display-records.ts';
import { answer, sentTo, withhold } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { open, openAsStaff, see, signedInAs } from './stage.ts';
import { dialog, press } from './steps.ts';
import { staff } from './template-records.ts';

const administrator = [...records, ...signedInAs('OrganizationAdministrator')];
const organization = `/app/org/${sampleId('orgId')}`;
const image = {
  ...dashboards.widget(8, 'Plan', 0, 0),
  widgetType: 'image',
  clientOptions: { widgetOptions: { ...dashboards.named('Plan').widgetOptions, imageType: 'attachment', image: '' } },
};

interface Screen {
  readonly name: string;
  readonly enter: () => Promise<void>;
  /** What becomes of the file. */
  readonly taken: () => Promise<void>;
}

const screens: readonly Screen[] = [
  {
    name: 'imports',
    enter: () => open('/app/importstatus', administrator),
    taken: () => see(dialog('Import files')),
  },
  {
    name: 'attachments',
    enter: () => open(`${organization}?tab=attachments`, [...administrator, answer(attachmentCalls.org.list, [])]),
    taken: () => see(dialog('Add files')),
  },
  {
    name: 'the file of an estate',
    enter: () =>
      open(`${organization}?tab=estate`, [...records, ...signedInAs('SenSourceUser'), withhold(previewEstate)]),
    taken: () => see(page.getByText('pos.csv')),
  },
  {
    name: 'a CSV file',
    enter: async () => {
      await open('/app/users?tab=active', administrator);
      await press('Invite from CSV');
    },
    taken: () => see(page.getByText('pos.csv')),
  },
  {
    name: 'the image of a template',
    enter: () =>
      openAsStaff(`/app/dashboardtemplate/${firstTemplateId}`, [...staff, answer(uploadTemplateImage, [{}])]),
    taken: () => expect.poll(() => sentTo(uploadTemplateImage).length).toBe(1),
  },
  {
    name: 'the image of a card',
    enter: async () => {
      await open(dashboards.path, [
        ...dashboards.calls,
        answer(getDashboard, { ...dashboards.own, config: JSON.stringify([image]) }),
        withhold(uploadWidgetImages),
      ]);
      await dashboards.card('Plan').getByRole('button').first().click();
      await page.getByRole('menuitem', { name: 'Settings' }).click();
    },
    taken: () => expect.poll(() => sentTo(uploadWidgetImages).length).toBe(1),
  },
  {
    name: 'a dashboard',
    enter: async () => {
      await open('/app/dashboard/new', dashboards.calls);
      await press('Import from JSON');
    },
    taken: () => see(page.getByText('This is not a dashboard exported from Atrium.')),
  },
  {
    name: 'the logo of a display',
    enter: () => {
      const { orgId, locationId, spaceId, display } = displays;
      const path = `/app/manual-occupancy-view/${orgId}/${locationId}/${spaceId}`;
      return open(path, [...displays.administrator, answer(listDisplays, [display])]);
    },
    taken: () => see(page.getByRole('alert')),
  },
];

const chooser = () => document.querySelector<HTMLInputElement>('input[type="file"]');

it.each(screens)('[R1202] the same file can be chosen again: $name', async ({ enter, taken }) => {
  await enter();
  await expect.poll(chooser).not.toBeNull();
  await userEvent.upload(page.elementLocator(chooser()!), new File(['a'], 'pos.csv'));
  await taken();
  // A browser tells a page about a choice only if it differs from the one before.
  expect(chooser()?.files).toHaveLength(0);
});

import { type DemoWorld, demoId } from '@atrium/simulator/demo-world';
import { addAnnotation } from '../features/annotations/store.ts';
import type { Transaction } from '../registry/registry.ts';

interface Draft {
  readonly organization: string;
  /** Absent for the whole organization. */
  readonly location?: string;
  /** Days before today, first and last. */
  readonly ago: readonly [number, number];
  readonly text: string;
}

/** On charts of the published dashboards. */
const drafts: readonly Draft[] = [
  { organization: 'Northgate Retail', ago: [18, 12], text: 'Loyalty week: double points in all stores' },
  {
    organization: 'Northgate Retail',
    location: 'New York Flatiron',
    ago: [3, 3],
    text: 'Broadway closed for a street fair',
  },
  {
    organization: 'Lakeside Libraries',
    location: 'Lakeside Central Library',
    ago: [2, 2],
    text: 'Holiday party in the reading hall',
  },
];

/** What the administrators of the demo noted about the last weeks. */
export async function addAnnotations(tx: Transaction, { organizations, users }: DemoWorld, now: Date): Promise<void> {
  for (const { organization: name, location, ago, text } of drafts) {
    const organization = organizations.find((each) => each.name === name);
    const place = organization?.locations.find((each) => each.name === location);
    if (!organization || (location !== undefined && !place)) throw new Error(`The demo has no ${location ?? name}`);
    const { orgId } = organization;
    const author = users.find((user) => user.orgId === orgId && user.role === 'OrganizationAdministrator');
    await addAnnotation(tx, {
      annotationId: demoId(`annotation ${name}/${text}`),
      orgId,
      locationId: place?.locationId ?? null,
      startDate: daysBefore(now, ago[0]),
      endDate: daysBefore(now, ago[1]),
      text,
      createdBy: author?.userId ?? null,
      createdAt: now,
      updatedAt: now,
    });
  }
}

function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
}

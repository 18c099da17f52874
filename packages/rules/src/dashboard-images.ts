import { isOptions, type Widget } from './dashboard.ts';

/** An image among the files of a dashboard. */
export interface ImageReference {
  readonly dashboardId: string;
  readonly attachmentId: string;
}

const address = /^\/api\/dashboard\/([^/?#]+)\/attachment\/([^/?#]+)(?:\?[^#]*)?$/;

/** The image that an address of ours belongs to. */
export function imageReferenceIn(text: string): ImageReference | undefined {
  const [, dashboardId, attachmentId] = address.exec(text) ?? [];
  return dashboardId !== undefined && attachmentId !== undefined ? { dashboardId, attachmentId } : undefined;
}

/** The images that cards show, each address once. */
export function imageAddressesOf(widgets: readonly Widget[]): readonly string[] {
  const found = new Set<string>();
  const note = (text: string) => {
    if (imageReferenceIn(text)) found.add(text);
    return text;
  };
  for (const { clientOptions } of widgets) mapped(clientOptions, note);
  return [...found];
}

/** The same cards with other images. */
export function withImageAddresses(
  widgets: readonly Widget[],
  addresses: ReadonlyMap<string, string>,
): readonly Widget[] {
  if (addresses.size === 0) return widgets;
  return widgets.map((widget) => ({
    ...widget,
    clientOptions: mapped(widget.clientOptions, (text) => addresses.get(text) ?? text) as Widget['clientOptions'],
  }));
}

function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each: unknown) => mapped(each, change));
  if (!isOptions(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapped(each, change)]));
}

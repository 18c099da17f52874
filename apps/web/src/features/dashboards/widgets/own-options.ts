import { isOptions, type Options, type Widget } from '@atrium/rules/dashboard';

/** Options of one card alone, as someone wrote them: each is checked when it is read. */
export function ownOptions({ clientOptions }: Pick<Widget, 'clientOptions'>): Options {
  const { widgetOptions } = clientOptions;
  return isOptions(widgetOptions) ? widgetOptions : {};
}

export function ownText(widget: Pick<Widget, 'clientOptions'>, name: string): string {
  const value = ownOptions(widget)[name];
  return typeof value === 'string' ? value : '';
}

export function ownNumber(widget: Pick<Widget, 'clientOptions'>, name: string): number | undefined {
  const value = ownOptions(widget)[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A change of such options, for the form of a card. */
export function changedOption(name: string, value: unknown): { clientOptions: Options } {
  return { clientOptions: { widgetOptions: { [name]: value } } };
}

/** The place that a card is about. */
export function placeOf({ dataOptions }: Pick<Widget, 'dataOptions'>): {
  entityType: string | undefined;
  entityId: string | undefined;
} {
  const { entityType, entityId, entityIds } = dataOptions;
  const first: unknown = Array.isArray(entityIds) ? entityIds[0] : undefined;
  const id = typeof entityId === 'string' && entityId !== '' ? entityId : first;
  return {
    entityType: typeof entityType === 'string' ? entityType.toLowerCase() : undefined,
    entityId: typeof id === 'string' && id !== '' ? id : undefined,
  };
}

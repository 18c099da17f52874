import type { Question } from '@atrium/metrics/question';
import { mergedOptions, type Options } from '@atrium/rules/dashboard';
import { widgetOptionsOf } from '@atrium/rules/widget-options';
import { isTableFormat, tableFormats, type WidgetQuery, widgetQuery } from '@atrium/rules/widget-query';
import { Select, Switch } from '@mantine/core';
import { aboveOf } from '../../../../analytics/pickers/above.ts';
import { detailsIn } from '../../../../analytics/question/answer-columns.ts';
import { orderWithin } from '../../settings/order.ts';
import type { CardFormProps } from '../definition.ts';
import { texts } from '../texts.ts';

const formats = Object.keys(tableFormats).filter(isTableFormat);

/** Which columns a table has, and what can be done with its rows. */
export default function TableForm({ widget, onChange }: CardFormProps) {
  const { inputFormatType } = widget.dataOptions;
  const { isSortable, isFilterable } = widgetOptionsOf(widget.clientOptions);
  const setFormat = (format: string | null) => {
    const changed = { inputFormatType: format || null, entityIds: [] };
    const { question, more } = widgetQuery(mergedOptions(widget.dataOptions, changed));
    onChange({ dataOptions: { ...changed, ...includedIn(question, more), ...orderWithin(question, more) } });
  };
  const change = (widgetOptions: object) => onChange({ clientOptions: { widgetOptions } });
  return (
    <>
      <Select
        label={texts.tableFormat}
        description={texts.tableFormatText}
        allowDeselect={false}
        data={[
          { value: '', label: texts.ownColumns },
          ...formats.map((format) => ({ value: format, label: texts.tableFormats[format] })),
        ]}
        value={isTableFormat(inputFormatType) ? inputFormatType : ''}
        onChange={setFormat}
      />
      <Switch
        label={texts.isSortable}
        checked={isSortable}
        onChange={(event) => change({ sortable: event.currentTarget.checked })}
      />
      <Switch
        label={texts.isFilterable}
        checked={isFilterable}
        onChange={(event) => change({ filterable: event.currentTarget.checked })}
      />
    </>
  );
}

/** Custom fields stay as they are; of what places belong to, only what places of the new kind belong to. */
function includedIn({ entityType }: Question, more: WidgetQuery['more']): Options {
  const { include } = detailsIn(more);
  const above: readonly string[] = entityType === 'organization' ? [] : aboveOf[entityType];
  return include.every((name) => above.includes(name))
    ? {}
    : { include: include.filter((name) => above.includes(name)) };
}

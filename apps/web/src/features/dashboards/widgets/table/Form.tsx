import { widgetOptionsOf } from '@atrium/rules/widget-options';
import { isTableFormat, tableFormats } from '@atrium/rules/widget-query';
import { Select, Switch } from '@mantine/core';
import type { CardFormProps } from '../definition.ts';
import { texts } from '../texts.ts';

const formats = Object.keys(tableFormats).filter(isTableFormat);

/** Which columns a table has, and what can be done with its rows. */
export default function TableForm({ widget, onChange }: CardFormProps) {
  const { inputFormatType } = widget.dataOptions;
  const { isSortable, isFilterable } = widgetOptionsOf(widget.clientOptions);
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
        onChange={(format) => onChange({ dataOptions: { inputFormatType: format || null, entityIds: [] } })}
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

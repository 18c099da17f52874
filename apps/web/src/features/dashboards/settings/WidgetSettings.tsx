import type { Options, Widget } from '@atrium/rules/dashboard';
import { Text } from '@mantine/core';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { widgetName } from '../widget-name.ts';

interface Props {
  widget: Widget;
  isNew: boolean;
  dashboardId: string | undefined;
  onSave: (changed: { dataOptions: Options; clientOptions: Options }) => void;
  onCancel: () => void;
}

/** The settings of one card. */
export function WidgetSettings({ widget, onSave, onCancel }: Props) {
  const { dataOptions, clientOptions } = widget;
  return (
    <FormDialog title="Widget settings" onClose={onCancel} onSubmit={() => onSave({ dataOptions, clientOptions })}>
      <Text>{widgetName(widget)}</Text>
    </FormDialog>
  );
}

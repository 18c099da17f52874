import type { Options, Widget } from '@atrium/rules/dashboard';
import {
  refreshIntervalOf,
  refreshStep,
  valueFormats,
  widgetOptionsOf,
  widgetStyles,
} from '@atrium/rules/widget-options';
import { NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { nameOf, titleOf } from '../frame/title-of.ts';
import type { AnyCard, SettingsSection } from '../widgets/definition.ts';
import classes from './settings.module.css';
import { texts } from './texts.ts';

interface Props {
  card: AnyCard;
  sections: ReadonlySet<SettingsSection>;
  widget: Widget;
  /** The changed `widgetOptions`. */
  onChange: (widgetOptions: Options) => void;
  onRefreshHidden: (isHidden: boolean) => void;
}

/** Title, colors, number format and refresh of a card. */
export function AppearanceFields({ card, sections, widget, onChange, onRefreshHidden }: Props) {
  const options = widgetOptionsOf(widget.clientOptions);
  const { style, darkStyle, title, subtitle, valueFormat } = options;
  const isTitled = titleOf(card, widget) !== null;
  return (
    <>
      <Switch
        className={classes['wide'] ?? ''}
        label={texts.showTitle}
        checked={isTitled}
        onChange={(event) => {
          const enable = event.currentTarget.checked;
          // A card without a title of its own needs one to show.
          const text = enable && card.asks === 'nothing' && !title ? { text: card.label } : {};
          onChange({ title: { enable, ...text } });
        }}
      />
      {isTitled && (
        <>
          <TextInput
            label={texts.heading}
            maxLength={200}
            placeholder={nameOf(card, untitled(widget))}
            value={title ?? ''}
            onChange={(event) => onChange({ title: { enable: true, text: event.currentTarget.value } })}
          />
          <TextInput
            label={texts.subtitle}
            maxLength={200}
            value={subtitle ?? ''}
            onChange={(event) => onChange({ subtitle: { enable: true, text: event.currentTarget.value } })}
          />
        </>
      )}
      <Select
        label={texts.style}
        allowDeselect={false}
        data={widgetStyles.map((value) => ({ value, label: texts.styles[value] }))}
        value={style}
        onChange={(value) => value !== null && onChange({ style: { class: value } })}
      />
      <Select
        label={texts.darkStyle}
        allowDeselect={false}
        data={[
          { value: '', label: texts.sameStyle },
          ...widgetStyles.map((value) => ({ value, label: texts.styles[value] })),
        ]}
        value={darkStyle === style ? '' : darkStyle}
        onChange={(value) => onChange({ style: { darkClass: value || null } })}
      />
      {sections.has('format') && (
        <Select
          label={texts.valueFormat}
          allowDeselect={false}
          data={[
            { value: '', label: texts.ownFormat },
            ...valueFormats.map((value) => ({ value, label: texts.valueFormats[value] })),
          ]}
          value={valueFormats.find((each) => each === valueFormat) ?? ''}
          onChange={(value) => onChange({ valueFormat: value || null })}
        />
      )}
      {sections.has('refresh') && (
        <NumberInput
          label={texts.refreshInterval}
          description={texts.refreshText}
          min={0}
          step={refreshStep}
          allowDecimal={false}
          allowNegative={false}
          value={options.refreshInterval}
          onChange={(value) => onChange({ refreshInterval: refreshIntervalOf(value) })}
        />
      )}
      {sections.has('refresh') && (
        <Switch
          className={classes['wide'] ?? ''}
          label={texts.offersRefresh}
          checked={!options.hidesRefresh}
          onChange={(event) => onRefreshHidden(!event.currentTarget.checked)}
        />
      )}
    </>
  );
}

/** To know the title that a card has on its own. */
function untitled(widget: Widget): Widget {
  return { ...widget, clientOptions: {} };
}

import { ActionIcon, Button, NumberInput, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { mqttLimits } from '@atrium/rules/mqtt';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type BrokerValues, emptyTopic } from './broker-values.ts';
import classes from './mqtt.module.css';
import { texts } from './texts.ts';

const words = texts.fields;

interface Props {
  form: UseFormReturnType<BrokerValues>;
  vendors: readonly { vendor: string; title: string }[];
}

/** The topics of a broker, each with the kind of sensor that publishes there. */
export function TopicFields({ form, vendors }: Props) {
  const { topics } = form.getValues();
  const kinds = vendors.map(({ vendor, title }) => ({ value: vendor, label: title }));
  return (
    <fieldset className={classes['topics']}>
      <legend>{words.topics}</legend>
      <p className={classes['quiet']}>{words.topicsText}</p>
      {topics.map((_topic, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no identity besides their place
        <div key={index} className={classes['topic']}>
          <TextInput
            label={words.filter}
            aria-label={words.filterOf(index + 1)}
            placeholder="stores/+/counts"
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps(`topics.${index}.filter`)}
          />
          <Select
            label={words.vendor}
            aria-label={words.vendorOf(index + 1)}
            data={kinds}
            allowDeselect={false}
            {...form.getInputProps(`topics.${index}.vendor`)}
          />
          <NumberInput
            label={words.level}
            aria-label={words.levelOf(index + 1)}
            placeholder={words.levelHint}
            min={1}
            max={32}
            hideControls
            {...form.getInputProps(`topics.${index}.deviceLevel`)}
          />
          <ActionIcon
            variant="subtle"
            size={36}
            color="gray"
            aria-label={words.removeTopic(index + 1)}
            disabled={topics.length === 1}
            onClick={() => form.removeListItem('topics', index)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={topics.length >= mqttLimits.topics}
        onClick={() => form.insertListItem('topics', { ...emptyTopic })}
      >
        {words.addTopic}
      </Button>
    </fieldset>
  );
}

import { type Display, getDisplay, listDisplays, updateDisplay } from '@atrium/contract/displays';
import { defaultLook, displayLanguages, lookProblems, maxNote, maxTitle } from '@atrium/rules/display';
import { Button, Select, Text, TextInput, Title } from '@mantine/core';
import { useWrite } from '../../api/use-endpoint.ts';
import { useRowForm } from '../../forms/use-row-form.ts';
import { Card } from '../../ui/Card.tsx';
import { changedValues } from '../../ui/changed-fields.ts';
import { fieldPlace, Fields } from '../../ui/Fields.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import classes from './displays.module.css';
import { logoOf } from './logo-file.ts';
import { texts } from './texts.ts';

const words = texts.fields;

type Values = ReturnType<typeof valuesOf>;

/** Colors, texts, language and logo of a display. */
export function LookForm({ display }: { display: Display }) {
  const { displayId, hasLogo } = display;
  const update = useWrite(updateDisplay, texts.updated, [listDisplays, getDisplay]);
  const { form, onSubmit, submitting, failure, isDirty } = useRowForm<Display, Values>({
    row: display,
    valuesOf,
    problems: lookProblems,
    focusFirst: false,
    submit: ({ logo, ...look }, opened) =>
      update.mutateAsync({
        params: { displayId },
        ...(opened && { seenVersion: opened.version }),
        body: { ...look, ...(logo !== undefined && { logo }) },
      }),
    isChanged: (newer, opened, { logo }) =>
      !isSameLook(newer, opened) || (logo !== undefined && !isSwitched(newer, opened)),
  });
  const { logo } = form.values;
  const isSet = logo === undefined ? hasLogo : logo !== null;
  const choose = async (file: File | null) => {
    if (!file) return;
    const made = await logoOf(file);
    if (made === undefined) form.setFieldError('logo', words.logoFailed);
    else form.setFieldValue('logo', made);
  };
  return (
    <Card aria-label={texts.look}>
      <form noValidate onSubmit={onSubmit} className={classes['links']}>
        <Title order={2}>{texts.look}</Title>
        <FormFailure message={failure} />
        <Fields>
          <TextInput
            label={words.title}
            description={words.titleHelp}
            maxLength={maxTitle}
            {...form.getInputProps('title')}
          />
          <TextInput label={words.note} maxLength={maxNote} {...form.getInputProps('note')} />
          <Select
            label={words.language}
            allowDeselect={false}
            data={displayLanguages.map((each) => ({ value: each, label: texts.languages[each] }))}
            {...form.getInputProps('language')}
          />
          {(['background', 'color', 'accent'] as const).map((field) => (
            <TextInput
              key={field}
              label={words[field]}
              placeholder={defaultLook[field]}
              leftSection={
                <input
                  type="color"
                  className={classes['swatch']}
                  aria-label={words.palette(words[field])}
                  value={form.values[field].toLowerCase()}
                  onChange={(event) => form.setFieldValue(field, event.currentTarget.value)}
                />
              }
              {...form.getInputProps(field)}
            />
          ))}
          <div className={fieldPlace.wide}>
            <Text size="sm" fw={500}>
              {words.logo}
            </Text>
            <Text size="sm" c="dimmed" mb={8}>
              {isSet ? words.hasLogo : words.logoHelp}
            </Text>
            <div className={classes['buttons']}>
              {logo && <img className={classes['logo']} src={logo} alt="" />}
              <FileButton accept="image/png,image/jpeg" onChange={(file) => void choose(file)}>
                {(props) => (
                  <Button variant="default" {...props}>
                    {words.chooseLogo}
                  </Button>
                )}
              </FileButton>
              {isSet && (
                <Button variant="default" onClick={() => form.setFieldValue('logo', null)}>
                  {words.removeLogo}
                </Button>
              )}
            </div>
            {form.errors['logo'] && (
              <Text size="sm" c="red" role="alert">
                {form.errors['logo']}
              </Text>
            )}
          </div>
        </Fields>
        <SaveBar shown={isDirty} submitting={submitting} onDiscard={form.reset} />
      </form>
    </Card>
  );
}

function valuesOf(display: Display | undefined) {
  const { title, note, background, color, accent, language } = display ?? defaultLook;
  // An undefined logo stays as it is.
  return { title, note, background, color, accent, language, logo: undefined as string | null | undefined };
}

function isSameLook(one: Display, other: Display): boolean {
  return one.hasLogo === other.hasLogo && Object.keys(changedValues(valuesOf(one), valuesOf(other))).length === 0;
}

/** Which logo a display has is not known here; a step that switched it or renewed its link was not about the logo. */
function isSwitched(newer: Display, opened: Display): boolean {
  const isOther = newer.enabled !== opened.enabled || newer.code !== opened.code;
  return isOther && newer.version === opened.version + 1;
}

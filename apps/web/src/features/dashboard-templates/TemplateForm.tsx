import {
  createTemplate,
  type DashboardTemplate,
  getTemplate,
  listTemplates,
  updateTemplate,
} from '@atrium/contract/dashboard-templates';
import { getTemplateCategories } from '@atrium/contract/reference';
import { readConfig } from '@atrium/rules/dashboard-config';
import { cleanedTemplate, templateProblems } from '@atrium/rules/dashboard-template';
import type { Problem } from '@atrium/rules/problem';
import { cardsOfOneOrganization } from '@atrium/rules/template-cards';
import { entityRoles } from '@atrium/rules/template-roles';
import { Button, Select, Switch, TagsInput, Textarea, TextInput, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { LayoutDrawing } from '../../analytics/LayoutDrawing.tsx';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useRowForm } from '../../forms/use-row-form.ts';
import { Card } from '../../ui/Card.tsx';
import { changedValues } from '../../ui/changed-fields.ts';
import { Cards, Column } from '../../ui/Cards.tsx';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { newId } from '../../api/new-id.ts';
import { cardsIn } from './cards-in.ts';
import { LoadCards } from './LoadCards.tsx';
import classes from './templates.module.css';
import { texts } from './texts.ts';

interface Values extends Record<string, unknown> {
  name: string;
  description: string;
  templateCategory: string | null;
  templateTags: string[];
  publishToGallery: boolean;
  config: string;
}

interface Props {
  /** Absent for a new one. */
  template?: DashboardTemplate;
  image?: ReactNode;
  onCreated?: (dashboardTemplateId: string) => void;
}

const words = texts.fields;

/** Everything of a template that is written, and its layout. */
export function TemplateForm({ template, image, onCreated }: Props) {
  const create = useWrite(createTemplate, texts.created, [listTemplates]);
  const update = useWrite(updateTemplate, texts.updated, [listTemplates, getTemplate]);
  const categories = useEndpoint(getTemplateCategories, {}, { texts: texts.categories });
  const { form, onSubmit, submitting, failure, isDirty } = useRowForm<DashboardTemplate, Values>({
    row: template,
    valuesOf,
    problems: (values) => problemsOf(values, categories.data ?? []),
    focusFirst: template === undefined,
    submit: (body, opened) =>
      opened
        ? update.mutateAsync({
            params: { dashboardTemplateId: opened.dashboardTemplateId },
            body: changedValues(valuesOf(opened), body),
            seenVersion: opened.version,
          })
        : create.mutateAsync({ body }),
    onCreated: ({ dashboardTemplateId }) => onCreated?.(dashboardTemplateId),
  });
  const cards = cardsIn(form.values.config);
  const bound = cardsOfOneOrganization(cards);
  return (
    <form noValidate onSubmit={onSubmit} className={classes['stack']}>
      <FormFailure message={failure} />
      <Cards>
        <Column>
          <Card className={classes['stack'] ?? ''}>
            <Title order={2}>{texts.about}</Title>
            <TextInput label={words.name} description={words.nameHelp} required {...form.getInputProps('name')} />
            <Textarea
              label={words.description}
              autosize
              minRows={2}
              maxRows={8}
              {...form.getInputProps('description')}
            />
            <Select
              label={words.templateCategory}
              clearable
              data={categories.data ?? []}
              {...form.getInputProps('templateCategory')}
            />
            <TagsInput
              label={words.templateTags}
              description={words.templateTagsHelp}
              {...form.getInputProps('templateTags')}
            />
            <Switch
              label={words.publishToGallery}
              description={words.publishToGalleryHelp}
              {...form.getInputProps('publishToGallery', { type: 'checkbox' })}
            />
          </Card>
          <Card className={classes['stack'] ?? ''}>
            <Title order={2}>{texts.image}</Title>
            {image ?? <Quiet>{texts.imageLater}</Quiet>}
          </Card>
        </Column>
        <Card className={classes['stack'] ?? ''}>
          <Title order={2}>{texts.cardsTitle}</Title>
          {template ? (
            <LinkButton
              variant="default"
              to="/app/dashboardtemplate/$dashboardTemplateId/cards"
              params={{ dashboardTemplateId: template.dashboardTemplateId }}
            >
              {texts.arrange}
            </LinkButton>
          ) : (
            <Quiet>{texts.arrangeLater}</Quiet>
          )}
          <LoadCards onLoad={(config) => form.setFieldValue('config', config)} />
          <Textarea
            className={classes['code'] ?? ''}
            label={words.config}
            description={words.configHelp}
            autosize
            minRows={6}
            maxRows={16}
            spellCheck={false}
            {...form.getInputProps('config')}
          />
          {bound > 0 && <Quiet>{texts.ofOneOrganization(bound)}</Quiet>}
          <Title order={3}>{texts.layout}</Title>
          {cards.length === 0 ? (
            <Quiet>{texts.noLayout}</Quiet>
          ) : (
            <div className={classes['layout']}>
              <LayoutDrawing cards={cards} label={texts.drawing(form.values.name, cards.length)} />
            </div>
          )}
          <Roles />
        </Card>
      </Cards>
      {template ? (
        <SaveBar shown={isDirty} submitting={submitting} onDiscard={form.reset} />
      ) : (
        <div className={classes['actions']}>
          <Button type="submit" loading={submitting}>
            {texts.create}
          </Button>
        </div>
      )}
    </form>
  );
}

function Roles() {
  return (
    <details>
      <summary>{texts.roles}</summary>
      <dl className={classes['roles']}>
        {Object.entries(entityRoles).map(([role, meaning]) => (
          <div key={role}>
            <dt>{role}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function valuesOf(template: DashboardTemplate | undefined): Values {
  return {
    name: template?.name ?? '',
    description: template?.description ?? '',
    templateCategory: template?.templateCategory ?? null,
    templateTags: template?.templateTags ?? [],
    publishToGallery: template?.publishToGallery ?? false,
    config: template ? JSON.stringify(JSON.parse(template.config), null, 2) : '[]',
  };
}

/** Those of single cards are shown beside the field that holds them all. */
function problemsOf(values: Values, categories: readonly string[]): Problem[] {
  const read = readConfig(values.config, newId);
  const widgets = read.problems ? [] : read.widgets;
  const known = values.templateCategory === null ? categories : [...categories, values.templateCategory];
  const all = read.problems ?? templateProblems(cleanedTemplate({ ...values, widgets }), known);
  return all.map(({ path, message }) =>
    path.startsWith('config.') ? { path: 'config', message: `${path} ${message}` } : { path, message },
  );
}

import { listMappingTemplates } from '@atrium/contract/mappings';
import type { MappingSpec } from '@atrium/rules/mapping';
import { Button, Textarea } from '@mantine/core';
import { useId, useState } from 'react';
import { useList } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { Samples } from './Samples.tsx';
import classes from './mappings.module.css';
import { texts } from './texts.ts';

const words = texts.start;

export interface Template {
  readonly name: string;
  readonly spec: MappingSpec;
  readonly fixture: string;
}

interface Props {
  onPaste: (text: string) => void;
  onSample: (sampleId: string) => void;
  onTemplate: (template: Template) => void;
}

/** Where a push comes from: pasted, received, or prepared. */
export function StartPanel({ onPaste, onSample, onTemplate }: Props) {
  const heading = useId();
  const others = useId();
  const [text, setText] = useState('');
  const templates = useList(listMappingTemplates, {}, { texts: texts.templatesRead });
  return (
    <>
      <Card aria-labelledby={heading}>
        <PanelHead id={heading} heading={words.heading} intro="" action={null} />
        <form
          className={classes['stack']}
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() !== '') onPaste(text);
          }}
        >
          <Textarea
            label={words.paste}
            description={words.pasteHelp}
            placeholder={words.placeholder}
            classNames={{ input: classes['paste'] ?? '' }}
            autosize
            minRows={6}
            maxRows={18}
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" className={classes['start'] ?? ''} disabled={text.trim() === ''}>
            {words.go}
          </Button>
        </form>
      </Card>
      <Samples onTeach={onSample} />
      {(templates.data?.rows.length ?? 0) > 0 && (
        <Card aria-labelledby={others}>
          <PanelHead id={others} heading={words.templates} intro={words.templatesHelp} action={null} />
          <Rows aria-labelledby={others}>
            {templates.data?.rows.map((template) => (
              <li key={template.name} className={classes['row']}>
                <span className={classes['name']}>{template.name}</span>
                <span className={classes['quiet']}>{template.note}</span>
                <Button
                  size="compact-sm"
                  variant="default"
                  className={classes['action'] ?? ''}
                  aria-label={`${texts.add}: ${template.name}`}
                  onClick={() => onTemplate(template)}
                >
                  {texts.add}
                </Button>
              </li>
            ))}
          </Rows>
        </Card>
      )}
    </>
  );
}

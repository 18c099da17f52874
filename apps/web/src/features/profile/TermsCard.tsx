import { getTerms } from '@atrium/contract/product-info';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { ReadDialog } from '../../ui/dialogs/ReadDialog.tsx';
import classes from './profile.module.css';
import { texts } from './texts.ts';

const words = texts.terms;

export function TermsCard() {
  const [reading, setReading] = useState(false);
  const terms = useEndpoint(getTerms, {}, { texts: words.read, enabled: reading });
  return (
    <Card>
      <Title order={2} mb="xs">
        {words.title}
      </Title>
      <p className={classes['text']}>{words.text}</p>
      <Button variant="default" loading={reading && terms.isLoading} onClick={() => setReading(true)}>
        {words.open}
      </Button>
      {reading && terms.data && (
        <ReadDialog title={terms.data.title} onClose={() => setReading(false)}>
          <Stack gap="sm">
            {terms.data.paragraphs.map((paragraph) => (
              <Text key={paragraph}>{paragraph}</Text>
            ))}
          </Stack>
        </ReadDialog>
      )}
    </Card>
  );
}

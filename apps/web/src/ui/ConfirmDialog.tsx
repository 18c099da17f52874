import { Button, Group, Modal, Text } from '@mantine/core';
import { texts } from './texts.ts';

export interface Question {
  title: string;
  body: string;
  /** The verb: "Yes, delete it!" */
  confirm: string;
  danger?: boolean;
}

interface Props {
  question: Question;
  onAnswer: (confirmed: boolean) => void;
}

export default function ConfirmDialog({ question, onAnswer }: Props) {
  return (
    <Modal opened onClose={() => onAnswer(false)} title={question.title} size="md">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onAnswer(true);
        }}
      >
        <Text>{question.body}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => onAnswer(false)}>
            {texts.cancel}
          </Button>
          <Button
            type="submit"
            data-autofocus
            {...(question.danger && { color: 'var(--atrium-danger)', c: 'var(--atrium-card)' })}
          >
            {question.confirm}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

export * from '@tegenzet/texts/messages'

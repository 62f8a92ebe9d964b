"""What one viewer may see and what the server says: views, wire types, messages, refusals."""

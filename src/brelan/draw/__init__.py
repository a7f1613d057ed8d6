"""What drawings share: tags and colours, things to cut out, nets of solids."""
